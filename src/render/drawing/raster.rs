//! Pictures as pixels, with the feature `png`.

use std::sync::Arc;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree, fontdb};

/// The font of all pictures: the Latin, Greek and Cyrillic letters and some signs of `DejaVu Sans`. Its
/// licence is in the same directory.
const FONT: &[u8] = include_bytes!("../fonts/DejaVuSans-subset.ttf");

/// The family of that font.
const FAMILY: &str = "DejaVu Sans";

/// The pixels along a unit of length of an SVG.
const SCALE: f32 = 2.0;

/// Maximum number of pixels along a side: larger pictures are scaled down.
const LONGEST: f32 = 16_000.0;

/// Returns a picture, which is an `svg` element, as a PNG; `None` if it is too large.
///
/// # Complexity
/// The area of the picture.
pub fn png(svg: &str) -> Option<Vec<u8>> {
    let mut fonts = fontdb::Database::new();
    fonts.load_font_data(FONT.to_vec());
    fonts.set_sans_serif_family(FAMILY);
    fonts.set_monospace_family(FAMILY);
    let options =
        Options { font_family: FAMILY.to_owned(), fontdb: Arc::new(fonts), ..Options::default() };
    let tree = Tree::from_str(svg, &options).ok()?;
    let size = tree.size();
    let scale = SCALE.min(LONGEST / size.width().max(size.height()));
    let scaled = size.to_int_size().scale_by(scale)?;
    let mut pixels = Pixmap::new(scaled.width(), scaled.height())?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    pixels.encode_png().ok()
}
