//! Markup that is well-formed by construction.

use scm_check::internals::render::report::html::Markup;

#[test]
fn text_and_attributes_are_escaped() {
    let mut markup = Markup::default();
    markup.open("p", &[("title", "a\"b")]);
    markup.text("</script> & 'more'");
    markup.void("br", &[]);
    markup.close();
    let text = "<p title=\"a&quot;b\">&lt;/script&gt; &amp; &#39;more&#39;<br/></p>\n";
    assert_eq!(markup.finish(), text);
}
