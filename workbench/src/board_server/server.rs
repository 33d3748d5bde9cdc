//! The server: files, and questions to the native engine.

use std::io;
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use tiny_http::{Header, Method, Request, Response, Server};

use super::Site;
use super::native::NativeEngine;
use super::site::SiteFile;
use crate::interrupt::Interrupt;

/// The address of the native engine.
const NATIVE: &str = "/native";
/// Interval at which an interruption is noticed.
const POLL: Duration = Duration::from_millis(200);
/// Interval at which waiting connections are looked after while a page is loaded, and how long after a request that is.
const WAKE_INTERVAL: Duration = Duration::from_millis(50);
const LOADING: Duration = Duration::from_secs(10);
/// For every file: pages of others get nothing of it, and the engine may share memory between threads.
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
    #[error("cannot listen on {address}: {source}")]
    Listen {
        /// Address and port.
        address: SocketAddr,
        /// The reason.
        source: Box<dyn std::error::Error + Send + Sync>,
    },
}

/// A server on the loopback address.
pub struct BoardServer {
    server: Server,
    site: Site,
    host: String,
    native: Option<Arc<NativeEngine>>,
}

impl BoardServer {
    /// Listens on an address of the loopback, which the caller sees to; on a free port for port 0.
    ///
    /// # Errors
    /// [`BoardServerError::Listen`] if the port is taken.
    pub fn bind(site: Site, address: SocketAddr) -> Result<Self, BoardServerError> {
        let server = Server::http(address).map_err(|source| BoardServerError::Listen { address, source })?;
        let host = server.server_addr().to_ip().unwrap_or(address).to_string();
        Ok(Self { server, site, host, native: None })
    }

    /// Lets pages opened by [`address`](Self::address) search with this program's engine instead of their own: with `threads` threads
    /// and a transposition table of at most `table_bytes` bytes.
    ///
    /// # Errors
    /// If the system gives no random numbers for the key.
    pub fn serve_engine(&mut self, threads: usize, table_bytes: usize) -> io::Result<()> {
        self.native = Some(Arc::new(NativeEngine::new(threads, table_bytes)?));
        Ok(())
    }

    /// The address for a browser, such as `http://127.0.0.1:8015/`; with the key of the native engine, if there is one.
    pub fn address(&self) -> String {
        let key = self.native.as_ref().map(|native| format!("?native={}", native.key()));
        format!("http://{}/{}", self.host, key.unwrap_or_default())
    }

    /// Answers requests until it is interrupted.
    ///
    /// # Errors
    /// If the connection is lost for good.
    pub fn run(&self, interrupt: &Interrupt) -> io::Result<()> {
        let mut last_request = None;
        while !interrupt.is_raised() {
            let is_loading = last_request.is_some_and(|last: Instant| last.elapsed() < LOADING);
            if let Some(request) = self.server.recv_timeout(if is_loading { WAKE_INTERVAL } else { POLL })? {
                last_request = Some(Instant::now());
                self.answer(request);
            } else if is_loading {
                self.wake_connections();
            }
        }
        Ok(())
    }

    /// Serves connections that wait for a thread. `tiny_http` 0.12 hands a connection to a thread that another one may just have taken, and
    /// browsers keep connections open, so that it would wait for ever. A thread whose connection ends at once takes the next one.
    fn wake_connections(&self) {
        if let Some(address) = self.server.server_addr().to_ip() {
            // Without a connection there is nothing to end.
            let _ = TcpStream::connect_timeout(&address, POLL);
        }
    }

    fn answer(&self, request: Request) {
        if let Some(native) =
            self.native.as_ref().filter(|_| request.url() == NATIVE && self.is_host(&request))
        {
            let (native, origin) = (Arc::clone(native), format!("http://{}", self.host));
            // A search takes long.
            thread::spawn(move || native.answer(request, &origin));
            return;
        }
        let (status, file) = match self.file(&request) {
            Ok(file) => (200, Some(file)),
            Err(status) => (status, None),
        };
        let mut headers: Vec<Header> =
            HEADERS.iter().filter_map(|(name, value)| Header::from_bytes(*name, *value).ok()).collect();
        let sent = if let Some(SiteFile { content_type, bytes }) = file {
            headers.extend(Header::from_bytes("Content-Type", content_type));
            let response = Response::empty(status).with_data(&*bytes, Some(bytes.len()));
            request.respond(headers.into_iter().fold(response, Response::with_header))
        } else {
            request.respond(headers.into_iter().fold(Response::empty(status), Response::with_header))
        };
        // The browser may have closed the connection.
        drop(sent);
    }

    /// Whether the request names this host: a page of another host, whose name leads here, sends that name.
    fn is_host(&self, request: &Request) -> bool {
        let host = request.headers().iter().find(|header| header.field.equiv("Host"));
        host.is_some_and(|host| host.value.as_str() == self.host)
    }

    /// The file that is asked for, or the status of the refusal.
    fn file(&self, request: &Request) -> Result<SiteFile, u16> {
        if !self.is_host(request) {
            return Err(421);
        }
        if ![Method::Get, Method::Head].contains(request.method()) {
            return Err(405);
        }
        let path = request.url().split(['?', '#']).next().unwrap_or_default();
        self.site.file(path).ok_or(404)
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};
    use std::net::{IpAddr, Ipv4Addr};
    use std::path::PathBuf;

    use super::*;

    const FREE_PORT: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 0);

    fn ask(host: &str, head: &str, body: &str) -> String {
        let mut stream = TcpStream::connect(host).unwrap();
        let name = if head.contains("Host: ") { String::new() } else { format!("Host: {host}\r\n") };
        write!(stream, "{head}\r\n{name}Connection: close\r\n\r\n{body}").unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    #[test]
    fn the_native_engine_answers_pages_with_its_key_alone() {
        let mut server = BoardServer::bind(Site::Folder(PathBuf::from(".")), FREE_PORT).unwrap();
        server.serve_engine(1, 1 << 20).unwrap();
        let host = server.host.clone();
        let address = server.address();
        let (_, key) = address.split_once("?native=").unwrap();
        let interrupt = Interrupt::default();
        let post = |headers: &str, body: &str| {
            let length = body.len();
            ask(&host, &format!("POST /native HTTP/1.1\r\n{headers}Content-Length: {length}"), body)
        };
        thread::scope(|scope| {
            scope.spawn(|| server.run(&interrupt).unwrap());
            let key = format!("X-RustGomo-Key: {key}\r\n");
            let question = |moves: &str, limit: &str| {
                format!(r#"{{"rule":"renju","size":"15","moves":"{moves}","request":{{{limit}}}}}"#)
            };
            let good = question("h8i9", r#""depth":3"#);
            let answer = post(&format!("{key}Origin: http://{host}\r\n"), &good);
            assert_eq!(answer.matches(r#"{"report":"#).count(), 3, "{answer}");
            assert!(
                answer.contains(r#"{"value":"{\"best\":\""#) && answer.ends_with("0\r\n\r\n"),
                "{answer}"
            );
            let over = post(&key, &question("h8a1i8a2j8a3k8a4l8", ""));
            assert!(over.contains(r#"{"error":"the game is over"}"#), "{over}");
            for (headers, body, status) in [
                (String::new(), good.as_str(), "403"),
                ("X-RustGomo-Key: 0\r\n".to_owned(), &good, "403"),
                (format!("{key}Origin: http://evil.example\r\n"), &good, "403"),
                (key.clone(), "{", "400"),
                (key.clone(), "\u{ff}", "400"),
            ] {
                assert_eq!(post(&headers, body)[9..12], *status, "{headers}{body}");
            }
            // Without a limit, until the page closes the connection: then the next search begins.
            let endless = question("h8", "");
            let mut stream = TcpStream::connect(&host).unwrap();
            write!(
                stream,
                "POST /native HTTP/1.1\r\nHost: {host}\r\n{key}Content-Length: {}\r\n\r\n{endless}",
                endless.len()
            )
            .unwrap();
            let mut start = [0; 200];
            stream.read_exact(&mut start).unwrap();
            drop(stream);
            assert!(post(&key, &good).contains(r#"{"value":"#));
            interrupt.raise();
        });
    }

    #[test]
    fn only_files_of_the_folder_are_served_and_only_to_this_host() {
        let site = std::env::temp_dir().join(format!("rustgomo-board-{}", std::process::id()));
        std::fs::create_dir_all(site.join("engine")).unwrap();
        std::fs::write(site.join("index.html"), "<p>board</p>").unwrap();
        std::fs::write(site.join("engine/engine_bg.wasm"), "wasm").unwrap();
        let server = BoardServer::bind(Site::in_folder(site.clone()).unwrap(), FREE_PORT).unwrap();
        let host = server.host.clone();
        let interrupt = Interrupt::default();
        std::thread::scope(|scope| {
            scope.spawn(|| server.run(&interrupt).unwrap());
            let page = ask(&host, "GET /?x=1 HTTP/1.1", "");
            assert!(page.starts_with("HTTP/1.1 200") && page.ends_with("<p>board</p>"), "{page}");
            assert!(page.contains("Cross-Origin-Embedder-Policy: require-corp"), "{page}");
            assert!(ask(&host, "GET /engine/engine_bg.wasm HTTP/1.1", "").contains("application/wasm"));
            let status = |request: &str, name: &str| {
                ask(&host, &format!("{request} HTTP/1.1\r\nHost: {name}"), "")[9..12].to_owned()
            };
            for path in ["/engine", "/../Cargo.toml", "/%2e%2e/x", "//etc/passwd", "/.git", "/none.js"] {
                assert_eq!(status(&format!("GET {path}"), &host), "404", "{path}");
            }
            assert_eq!(status("POST /", &host), "405");
            assert_eq!(status("GET /", "evil.example"), "421");
            interrupt.raise();
        });
        std::fs::remove_dir_all(&site).unwrap();
        let missing = Site::in_folder(PathBuf::from("none")).unwrap_err();
        assert_eq!(
            missing.to_string(),
            "no board in none: packaging/web.sh builds it, and --site names its folder"
        );
    }
}
