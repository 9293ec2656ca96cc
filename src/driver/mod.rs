//! Questions as users ask them.
