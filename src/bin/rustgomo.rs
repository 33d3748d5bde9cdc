//! The workbench `rustgomo`.
fn main() {
    rustgomo::tools::bench::run(&mut std::io::stdout(), std::env::args().nth(2).and_then(|d| d.parse().ok()))
        .unwrap();
}
