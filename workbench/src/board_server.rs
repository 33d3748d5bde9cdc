//! Serves the board for browsers, a folder of files, on the loopback address.

use std::fs::File;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::time::Duration;

use tiny_http::{Header, Method, Request, Response, Server};

use crate::interrupt::Interrupt;

/// The page, which a folder must have.
const PAGE: &str = "index.html";
/// Interval at which an interruption is noticed.
const POLL: Duration = Duration::from_millis(200);
/// For every answer: pages of others get nothing of it, and the engine may share memory between threads.
const HEADERS: [(&str, &str); 5] = [
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cross-Origin-Embedder-Policy", "require-corp"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("X-Content-Type-Options", "nosniff"),
    ("Cache-Control", "no-cache"),
];

/// Errors of starting a server.
#[derive(Debug, thiserror::Error)]
pub enum BoardServerError {
    /// No folder with the page.
    #[error("no board in {searched}: packaging/web.sh builds it, and --site names its folder")]
    NoSite {
        /// The folders that were searched.
        searched: String,
    },
    /// The address cannot be used.
    #[error("cannot listen on port {port}: {source}")]
    Listen {
        /// The port.
        port: u16,
        /// The reason.
        source: Box<dyn std::error::Error + Send + Sync>,
    },
}

/// The first of these folders that holds the board.
///
/// # Errors
/// [`BoardServerError::NoSite`] if none does.
pub fn find_site(folders: &[PathBuf]) -> Result<PathBuf, BoardServerError> {
    let found = folders.iter().find(|folder| folder.join(PAGE).is_file()).cloned();
    found.ok_or_else(|| {
        let names: Vec<String> = folders.iter().map(|folder| folder.display().to_string()).collect();
        BoardServerError::NoSite { searched: names.join(" or ") }
    })
}

/// A server on the loopback address.
pub struct BoardServer {
    server: Server,
    site: PathBuf,
    host: String,
}

impl BoardServer {
    /// Listens on a port, or on a free one for 0. The files of `site` are read at each request.
    ///
    /// # Errors
    /// [`BoardServerError::Listen`] if the port is taken.
    pub fn bind(site: PathBuf, port: u16) -> Result<Self, BoardServerError> {
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
        let server = Server::http(address).map_err(|source| BoardServerError::Listen { port, source })?;
        let port = server.server_addr().to_ip().map_or(port, |address| address.port());
        Ok(Self { server, site, host: format!("{}:{port}", Ipv4Addr::LOCALHOST) })
    }

    /// The address for a browser, such as `http://127.0.0.1:8015/`.
    pub fn address(&self) -> String {
        format!("http://{}/", self.host)
    }

    /// Answers requests until it is interrupted.
    ///
    /// # Errors
    /// If the connection is lost for good.
    pub fn run(&self, interrupt: &Interrupt) -> io::Result<()> {
        while !interrupt.is_raised() {
            if let Some(request) = self.server.recv_timeout(POLL)? {
                self.answer(request);
            }
        }
        Ok(())
    }

    fn answer(&self, request: Request) {
        let (status, file) = match self.file(&request) {
            Ok(file) => (200, Some(file)),
            Err(status) => (status, None),
        };
        let mut headers: Vec<Header> =
            HEADERS.iter().filter_map(|(name, value)| Header::from_bytes(*name, *value).ok()).collect();
        let sent = if let Some((content_type, file)) = file {
            headers.extend(Header::from_bytes("Content-Type", content_type));
            request.respond(headers.into_iter().fold(Response::from_file(file), Response::with_header))
        } else {
            request.respond(headers.into_iter().fold(Response::empty(status), Response::with_header))
        };
        // The browser may have closed the connection.
        drop(sent);
    }

    /// The file that is asked for with its type, or the status of the refusal.
    fn file(&self, request: &Request) -> Result<(&'static str, File), u16> {
        // A page of another host, whose name leads here, sends that name.
        let host = request.headers().iter().find(|header| header.field.equiv("Host"));
        if host.is_none_or(|host| host.value.as_str() != self.host) {
            return Err(421);
        }
        if ![Method::Get, Method::Head].contains(request.method()) {
            return Err(405);
        }
        let path = request.url().split(['?', '#']).next().unwrap_or_default();
        let path = relative_path(path).ok_or(404_u16)?;
        let file = self.site.join(&path);
        // Folders and devices are not read.
        if !file.is_file() {
            return Err(404);
        }
        File::open(file).map(|file| (content_type(&path), file)).map_err(|_| 404)
    }
}

/// The path of a request inside the folder: plain names only, so that it cannot leave the folder.
fn relative_path(path: &str) -> Option<PathBuf> {
    let path = path.strip_prefix('/')?;
    if path.is_empty() {
        return Some(PathBuf::from(PAGE));
    }
    let is_plain = |name: &str| {
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "._-".contains(c);
        !name.is_empty() && !name.starts_with('.') && name.chars().all(is_plain)
    };
    path.split('/').all(is_plain).then(|| path.split('/').collect())
}

fn content_type(path: &Path) -> &'static str {
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("wasm") => "application/wasm",
        Some("webmanifest") => "application/manifest+json",
        Some("txt") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};
    use std::net::TcpStream;

    use super::*;

    fn ask(host: &str, request: &str, name: &str) -> String {
        let mut stream = TcpStream::connect(host).unwrap();
        write!(stream, "{request} HTTP/1.1\r\nHost: {name}\r\nConnection: close\r\n\r\n").unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    #[test]
    fn only_files_of_the_folder_are_served_and_only_to_this_host() {
        let site = std::env::temp_dir().join(format!("rustgomo-board-{}", std::process::id()));
        std::fs::create_dir_all(site.join("engine")).unwrap();
        std::fs::write(site.join(PAGE), "<p>board</p>").unwrap();
        std::fs::write(site.join("engine/engine_bg.wasm"), "wasm").unwrap();
        let server = BoardServer::bind(find_site(&[site.join("none"), site.clone()]).unwrap(), 0).unwrap();
        let host = server.host.clone();
        let interrupt = Interrupt::default();
        std::thread::scope(|scope| {
            scope.spawn(|| server.run(&interrupt).unwrap());
            let page = ask(&host, "GET /?x=1", &host);
            assert!(page.starts_with("HTTP/1.1 200") && page.ends_with("<p>board</p>"), "{page}");
            assert!(page.contains("Cross-Origin-Embedder-Policy: require-corp"), "{page}");
            assert!(ask(&host, "GET /engine/engine_bg.wasm", &host).contains("application/wasm"));
            let status = |request: &str, name: &str| ask(&host, request, name)[9..12].to_owned();
            for path in ["/engine", "/../Cargo.toml", "/%2e%2e/x", "//etc/passwd", "/.git", "/none.js"] {
                assert_eq!(status(&format!("GET {path}"), &host), "404", "{path}");
            }
            assert_eq!(status("POST /", &host), "405");
            assert_eq!(status("GET /", "evil.example"), "421");
            interrupt.raise();
        });
        std::fs::remove_dir_all(&site).unwrap();
        let missing = find_site(&[PathBuf::from("none")]).unwrap_err();
        assert_eq!(
            missing.to_string(),
            "no board in none: packaging/web.sh builds it, and --site names its folder"
        );
    }
}
