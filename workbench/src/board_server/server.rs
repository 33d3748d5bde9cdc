//! The server: files, and a WebSocket to the native engine.

use std::borrow::Cow;
use std::io;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::{RawQuery, State};
use axum::http::header::{ALLOW, CONTENT_TYPE, HOST, ORIGIN};
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use axum::routing::any;

use super::Site;
use super::native::{MAX_QUESTION, NativeEngine};
use super::site::SiteFile;
use crate::interrupt::Interrupt;

/// The address of the native engine.
const NATIVE: &str = "/native";
/// Interval at which an interruption is noticed.
const POLL: Duration = Duration::from_millis(100);
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
        source: io::Error,
    },
}

/// A server on the loopback address.
pub struct BoardServer {
    listener: TcpListener,
    board: Board,
}

/// What is served.
#[derive(Clone)]
struct Board {
    site: Arc<Site>,
    host: Arc<str>,
    native: Option<Arc<NativeEngine>>,
}

impl BoardServer {
    /// Listens on an address of the loopback, which the caller sees to; on a free port for port 0.
    ///
    /// # Errors
    /// [`BoardServerError::Listen`] if the port is taken.
    pub fn bind(site: Site, address: SocketAddr) -> Result<Self, BoardServerError> {
        let listen = || {
            let listener = TcpListener::bind(address)?;
            listener.set_nonblocking(true)?;
            let host = listener.local_addr()?.to_string();
            Ok((listener, host))
        };
        let (listener, host) = listen().map_err(|source| BoardServerError::Listen { address, source })?;
        Ok(Self { listener, board: Board { site: Arc::new(site), host: host.into(), native: None } })
    }

    /// Lets pages opened by [`address`](Self::address) search with this program's engine instead of their own: with `threads` threads
    /// and for each of their searches a transposition table of at most `table_bytes` bytes.
    ///
    /// # Errors
    /// If the system gives no random numbers for the key.
    pub fn serve_engine(&mut self, threads: usize, table_bytes: usize) -> io::Result<()> {
        self.board.native = Some(Arc::new(NativeEngine::new(threads, table_bytes)?));
        Ok(())
    }

    /// The address for a browser, such as `http://127.0.0.1:8015/`; with the key of the native engine, if there is one.
    pub fn address(&self) -> String {
        let key = self.board.native.as_ref().map(|native| format!("?native={}", native.key()));
        format!("http://{}/{}", self.board.host, key.unwrap_or_default())
    }

    /// Answers requests until it is interrupted.
    ///
    /// # Errors
    /// If the system gives no threads, or the connection is lost for good.
    pub fn run(self, interrupt: &Interrupt) -> io::Result<()> {
        let router = Router::new().route(NATIVE, any(native)).fallback(file).with_state(self.board);
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
        let listener = self.listener;
        let served = runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(listener)?;
            tokio::select! {
                served = async { axum::serve(listener, router).await } => served,
                () = raised(interrupt) => Ok(()),
            }
        });
        // Connections are dropped, which ends their searches.
        runtime.shutdown_background();
        served
    }
}

async fn raised(interrupt: &Interrupt) {
    while !interrupt.is_raised() {
        tokio::time::sleep(POLL).await;
    }
}

impl Board {
    /// Whether the request names this host: a page of another host, whose name leads here, sends that name.
    fn is_host(&self, headers: &HeaderMap) -> bool {
        headers.get(HOST).is_some_and(|host| host.as_bytes() == self.host.as_bytes())
    }

    /// Whether a page of this server asks, if it is a page.
    fn is_origin(&self, headers: &HeaderMap) -> bool {
        let origin = format!("http://{}", self.host);
        headers.get(ORIGIN).is_none_or(|other| other.as_bytes() == origin.as_bytes())
    }
}

/// A connection to the native engine, for pages of this server that know its key.
async fn native(
    State(board): State<Board>,
    headers: HeaderMap,
    RawQuery(query): RawQuery,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Response {
    let Some(engine) = board.native.as_ref().filter(|_| board.is_host(&headers)) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    if !board.is_origin(&headers) || query != Some(format!("key={}", engine.key())) {
        let reason = "expected a page with the key that `rustgomo board --native` printed";
        return (StatusCode::FORBIDDEN, reason).into_response();
    }
    let Some(connection) = engine.connect() else { return StatusCode::SERVICE_UNAVAILABLE.into_response() };
    match upgrade {
        Ok(upgrade) => upgrade.max_message_size(MAX_QUESTION).on_upgrade(|socket| connection.serve(socket)),
        Err(rejection) => rejection.into_response(),
    }
}

/// A file of the site.
async fn file(State(board): State<Board>, method: Method, headers: HeaderMap, uri: Uri) -> Response {
    let found = if !board.is_host(&headers) {
        Err(StatusCode::MISDIRECTED_REQUEST.into_response())
    } else if ![Method::GET, Method::HEAD].contains(&method) {
        Err((StatusCode::METHOD_NOT_ALLOWED, [(ALLOW, "GET, HEAD")]).into_response())
    } else {
        let read = tokio::task::spawn_blocking(move || board.site.file(uri.path()));
        read.await.ok().flatten().ok_or_else(|| StatusCode::NOT_FOUND.into_response())
    };
    let answer = |SiteFile { content_type, bytes }| {
        let body = match bytes {
            Cow::Borrowed(bytes) => Body::from(bytes),
            Cow::Owned(bytes) => Body::from(bytes),
        };
        ([(CONTENT_TYPE, content_type)], body).into_response()
    };
    (HEADERS, found.map_or_else(|refusal| refusal, answer)).into_response()
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};
    use std::net::{IpAddr, Ipv4Addr, TcpStream};
    use std::path::PathBuf;
    use std::thread;

    use serde_json::{Value, json};
    use tungstenite::client::IntoClientRequest;
    use tungstenite::{Message, WebSocket};

    use super::*;

    const FREE_PORT: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 0);

    /// Ends the server however a test ends, so that its thread can be joined.
    struct Raise<'a>(&'a Interrupt);

    impl Drop for Raise<'_> {
        fn drop(&mut self) {
            self.0.raise();
        }
    }

    fn ask(host: &str, head: &str) -> String {
        let mut stream = TcpStream::connect(host).unwrap();
        let name = if head.contains("Host: ") { String::new() } else { format!("Host: {host}\r\n") };
        write!(stream, "{head}\r\n{name}Connection: close\r\n\r\n").unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    /// A page's connection to the native engine; the status of the refusal if there is none.
    fn connect(host: &str, key: &str, origin: &str) -> Result<WebSocket<TcpStream>, u16> {
        let mut request = format!("ws://{host}/native?key={key}").into_client_request().unwrap();
        request.headers_mut().insert(ORIGIN, origin.parse().unwrap());
        match tungstenite::client(request, TcpStream::connect(host).unwrap()) {
            Ok((socket, _)) => Ok(socket),
            Err(tungstenite::HandshakeError::Failure(tungstenite::Error::Http(response))) => {
                Err(response.status().as_u16())
            }
            Err(error) => panic!("{error}"),
        }
    }

    fn send(socket: &mut WebSocket<TcpStream>, message: &Value) {
        socket.send(Message::text(message.to_string())).unwrap();
    }

    fn next(socket: &mut WebSocket<TcpStream>) -> Value {
        serde_json::from_str(socket.read().unwrap().to_text().unwrap()).unwrap()
    }

    /// The messages to a request up to its answer.
    fn answers(socket: &mut WebSocket<TcpStream>, what: &str, values: &Value) -> Vec<Value> {
        send(socket, &json!({ "id": 7, "what": what, "values": values, "stops": 0 }));
        let mut found: Vec<Value> = Vec::new();
        while found.last().is_none_or(|last| last.get("value").is_none() && last.get("error").is_none()) {
            found.push(next(socket));
            assert_eq!(found.last().unwrap()["id"], 7);
        }
        found
    }

    /// Calls `check` with the host of a server with an engine of one thread, and its key.
    fn with_engine(check: impl FnOnce(&str, &str)) {
        let mut server = BoardServer::bind(Site::Folder(PathBuf::from(".")), FREE_PORT).unwrap();
        server.serve_engine(1, 1 << 20).unwrap();
        let (host, address) = (server.board.host.to_string(), server.address());
        let (_, key) = address.split_once("?native=").unwrap();
        let interrupt = Interrupt::default();
        thread::scope(|scope| {
            scope.spawn(|| server.run(&interrupt).unwrap());
            let _raise = Raise(&interrupt);
            check(&host, key);
        });
    }

    #[test]
    fn the_native_engine_answers_pages_with_its_key_alone() {
        with_engine(|host, key| {
            let origin = format!("http://{host}");
            assert_eq!(connect(host, "0", &origin).unwrap_err(), 403);
            assert_eq!(connect(host, key, "http://evil.example").unwrap_err(), 403);
            let status = |head: &str| ask(host, head)[9..12].to_owned();
            assert_eq!(status("GET /native HTTP/1.1"), "403");
            assert_eq!(status(&format!("GET /native?key={key} HTTP/1.1")), "400");
            assert_eq!(status(&format!("GET /native?key={key} HTTP/1.1\r\nHost: evil.example")), "404");

            let mut page = connect(host, key, &origin).unwrap();
            let found = answers(&mut page, "analyse", &json!(["renju", "15", "h8i9", { "depth": 3 }]));
            assert_eq!(found[0]["started"], true);
            assert_eq!(
                found.iter().filter(|message| message.get("report").is_some()).count(),
                3,
                "{found:?}"
            );
            assert!(found.last().unwrap()["value"]["best"].is_string(), "{found:?}");
            let last = |page: &mut _, what, values| answers(page, what, &values).pop().unwrap();
            let won = last(&mut page, "prove", json!(["freestyle", "15", "h8a1h9a15i7o1j7o15", 100_000]));
            assert_eq!(won["value"]["winner"], "black");
            let effort = json!({ "nodes": 2000, "seed": 1 });
            let choice = last(&mut page, "choose", json!(["freestyle", "swap2", "15", "", effort]));
            assert!(choice["value"].as_array().is_some_and(|choices| !choices.is_empty()), "{choice}");
            let over = last(&mut page, "analyse", json!(["freestyle", "15", "h8a1i8a2j8a3k8a4l8", {}]));
            assert_eq!(over["error"], "the game is over");
            assert!(
                last(&mut page, "analyse", json!([1]))["error"].as_str().unwrap().starts_with("question: ")
            );
            assert!(
                last(&mut page, "write", json!([]))["error"]
                    .as_str()
                    .unwrap()
                    .starts_with("expected analyse")
            );
        });
    }

    #[test]
    fn a_stop_ends_a_native_search_and_those_that_wait_and_so_does_leaving() {
        with_engine(|host, key| {
            let mut page = connect(host, key, &format!("http://{host}")).unwrap();
            for id in [1, 2] {
                send(&mut page, &endless(id));
            }
            while next(&mut page).get("report").is_none() {}
            send(&mut page, &json!({ "stop": 1 }));
            let values = json!(["freestyle", "15", "h8", { "depth": 2 }]);
            send(&mut page, &json!({ "id": 3, "what": "analyse", "values": values, "stops": 1 }));
            loop {
                let message = next(&mut page);
                assert_ne!(message["id"], 2, "it was stopped while it waited");
                if message["id"] == 3 && message.get("value").is_some() {
                    break;
                }
            }
            // More pages than there are places for, one after the other: each place is free again.
            for _ in 0..20 {
                let mut page = connect(host, key, &format!("http://{host}")).unwrap();
                send(&mut page, &endless(1));
                next(&mut page);
                page.close(None).unwrap();
                while page.read().is_ok() {}
            }
        });
    }

    /// A search without a limit.
    fn endless(id: u64) -> Value {
        json!({ "id": id, "what": "analyse", "values": ["freestyle", "15", "h8", {}], "stops": 0 })
    }

    #[test]
    fn only_files_of_the_folder_are_served_and_only_to_this_host() {
        let site = std::env::temp_dir().join(format!("rustgomo-board-{}", std::process::id()));
        std::fs::create_dir_all(site.join("engine")).unwrap();
        std::fs::write(site.join("index.html"), "<p>board</p>").unwrap();
        std::fs::write(site.join("engine/engine_bg.wasm"), "wasm").unwrap();
        let server = BoardServer::bind(Site::in_folder(site.clone()).unwrap(), FREE_PORT).unwrap();
        let host = server.board.host.to_string();
        let interrupt = Interrupt::default();
        thread::scope(|scope| {
            scope.spawn(|| server.run(&interrupt).unwrap());
            let _raise = Raise(&interrupt);
            let page = ask(&host, "GET /?x=1 HTTP/1.1");
            assert!(page.starts_with("HTTP/1.1 200") && page.ends_with("<p>board</p>"), "{page}");
            assert!(page.contains("cross-origin-embedder-policy: require-corp"), "{page}");
            assert!(ask(&host, "GET /engine/engine_bg.wasm HTTP/1.1").contains("application/wasm"));
            let head = ask(&host, "HEAD / HTTP/1.1");
            assert!(head.starts_with("HTTP/1.1 200") && head.ends_with("\r\n\r\n"), "{head}");
            let status = |request: &str, name: &str| {
                ask(&host, &format!("{request} HTTP/1.1\r\nHost: {name}"))[9..12].to_owned()
            };
            for path in ["/engine", "/../Cargo.toml", "/%2e%2e/x", "//etc/passwd", "/.git", "/none.js"] {
                assert_eq!(status(&format!("GET {path}"), &host), "404", "{path}");
            }
            assert_eq!(status("POST /", &host), "405");
            assert_eq!(status("GET /", "evil.example"), "421");
        });
        std::fs::remove_dir_all(&site).unwrap();
        let missing = Site::in_folder(PathBuf::from("none")).unwrap_err();
        assert_eq!(
            missing.to_string(),
            "no board in none: packaging/web.sh builds it, and --site names its folder"
        );
    }
}
