//! The server: files, and a WebSocket to the native engine.

use std::borrow::Cow;
use std::io;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result};
use axum::Router;
use axum::body::Body;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::{RawQuery, State};
use axum::http::header::{ALLOW, CONTENT_TYPE, HOST, LOCATION, ORIGIN};
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use axum::routing::any;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::sync::Semaphore;

use super::Site;
use super::native::{MAX_QUESTION, NativeEngine};
use super::site::SiteFile;
use rustgomo::StopHandle;

/// The address of the native engine.
const NATIVE: &str = "/native";
/// Interval at which an interruption is noticed.
const POLL: Duration = Duration::from_millis(100);
/// The address of the game that the program was started with, behind it the name of its file.
const GAME: &str = "/game/";
/// Most connections at a time; others wait.
const MAX_CONNECTIONS: usize = 100;
/// What a file of the page may load, and who may show it in a frame; the page's own policy says the same for
/// itself.
const POLICY: &str = include_str!("policy.txt").trim_ascii_end();
/// For every file: pages of others get nothing of it, and the engine may share memory between threads.
const HEADERS: [(&str, &str); 6] = [
    ("Content-Security-Policy", POLICY),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cross-Origin-Embedder-Policy", "require-corp"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("X-Content-Type-Options", "nosniff"),
    ("Cache-Control", "no-cache"),
];

/// A server on the loopback address.
pub struct BoardServer {
    listener: TcpListener,
    board: Board,
    /// Time in which a connection must send the head of a request.
    patience: Duration,
}

/// What is served.
#[derive(Clone)]
struct Board {
    site: Arc<Site>,
    host: Arc<str>,
    native: Option<Arc<NativeEngine>>,
    game: Option<Arc<OpenedGame>>,
}

/// A file with a game for the page.
struct OpenedGame {
    /// Its address.
    path: String,
    bytes: Vec<u8>,
}

impl BoardServer {
    /// Listens on an address of the loopback, which the caller sees to; on a free port for port 0.
    pub fn bind(site: Site, address: SocketAddr) -> Result<Self> {
        let listen = || -> io::Result<_> {
            let listener = TcpListener::bind(address)?;
            listener.set_nonblocking(true)?;
            let host = host_of(listener.local_addr()?);
            Ok((listener, host))
        };
        let (listener, host) = listen().with_context(|| format!("cannot listen on {address}"))?;
        let board = Board { site: Arc::new(site), host: host.into(), native: None, game: None };
        Ok(Self { listener, board, patience: Duration::from_secs(10) })
    }

    /// Lets pages opened by [`address`](Self::address) search with this program's engine instead of their
    /// own: with `threads` threads and for each of their searches a transposition table of at most
    /// `table_bytes` bytes.
    pub fn serve_engine(&mut self, threads: usize, table_bytes: usize) -> io::Result<()> {
        self.board.native = Some(Arc::new(NativeEngine::new(threads, table_bytes)?));
        Ok(())
    }

    /// Serves a file with games to the page, which opens it.
    pub fn serve_game(&mut self, name: &str, bytes: Vec<u8>) {
        let plain = |c: char| if c.is_ascii_alphanumeric() || "._-".contains(c) { c } else { '_' };
        let path = format!("{GAME}{}", name.chars().map(plain).collect::<String>());
        self.board.game = Some(Arc::new(OpenedGame { path, bytes }));
    }

    /// The address for a browser, such as `http://127.0.0.1:8015/`; with the key of the native engine and the
    /// game's address, as far as there are any.
    pub fn address(&self) -> String {
        let key = self.board.native.as_ref().map(|native| format!("native={}", native.key()));
        let game = self.board.game.as_ref().map(|game| format!("game={}", game.path.trim_start_matches('/')));
        let query: Vec<String> = key.into_iter().chain(game).collect();
        let mark = if query.is_empty() { "" } else { "?" };
        format!("http://{}/{mark}{}", self.board.host, query.join("&"))
    }

    /// Answers requests until it is interrupted.
    pub fn run(self, stop: &StopHandle) -> io::Result<()> {
        let router = Router::new().route(NATIVE, any(native)).fallback(file).with_state(self.board);
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
        let Self { listener, patience, .. } = self;
        let served = runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(listener)?;
            tokio::select! {
                served = serve(listener, router, patience) => served,
                () = stopped(stop) => Ok(()),
            }
        });
        // Connections are dropped, which ends their searches.
        runtime.shutdown_background();
        served
    }
}

/// The address as browsers name it, which leave the usual port out.
fn host_of(address: SocketAddr) -> String {
    let host = address.to_string();
    host.strip_suffix(":80").unwrap_or(&host).to_owned()
}

/// Answers every connection until the system refuses more.
async fn serve(listener: tokio::net::TcpListener, router: Router, patience: Duration) -> io::Result<()> {
    let places = Arc::new(Semaphore::new(MAX_CONNECTIONS));
    loop {
        let place = Arc::clone(&places).acquire_owned().await.map_err(io::Error::other)?;
        let Ok((stream, _)) = listener.accept().await else {
            // Such as a connection that ended before it was accepted.
            tokio::time::sleep(POLL).await;
            continue;
        };
        let service = TowerToHyperService::new(router.clone());
        tokio::spawn(async move {
            let mut connection = http1::Builder::new();
            connection.timer(TokioTimer::new()).header_read_timeout(patience);
            // A connection that fails concerns nobody else.
            let _ = connection.serve_connection(TokioIo::new(stream), service).with_upgrades().await;
            drop(place);
        });
    }
}

async fn stopped(stop: &StopHandle) {
    while !stop.is_stopped() {
        tokio::time::sleep(POLL).await;
    }
}

impl Board {
    /// Whether the request names this host: a page of another host, whose name leads here, sends that name.
    fn is_host(&self, headers: &HeaderMap) -> bool {
        headers.get(HOST).is_some_and(|host| host.as_bytes() == self.host.as_bytes())
    }

    /// The same place at this host, if `localhost` was asked for.
    fn elsewhere(&self, headers: &HeaderMap, uri: &Uri) -> Option<String> {
        let port = self.host.rfind(':').filter(|_| !self.host.ends_with(']'));
        let port = port.map_or("", |at| &self.host[at..]);
        let asked = headers.get(HOST)?;
        let path = uri.path_and_query().map_or("/", |path| path.as_str());
        (asked.as_bytes() == format!("localhost{port}").as_bytes())
            .then(|| format!("http://{}{path}", self.host))
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
    let found = if let Some(place) = board.elsewhere(&headers, &uri) {
        Err((StatusCode::TEMPORARY_REDIRECT, [(LOCATION, place)]).into_response())
    } else if !board.is_host(&headers) {
        Err((StatusCode::MISDIRECTED_REQUEST, format!("expected http://{}/", board.host)).into_response())
    } else if ![Method::GET, Method::HEAD].contains(&method) {
        Err((StatusCode::METHOD_NOT_ALLOWED, [(ALLOW, "GET, HEAD")]).into_response())
    } else if let Some(game) = board.game.as_ref().filter(|game| game.path == uri.path()) {
        Ok(SiteFile { content_type: "application/octet-stream", bytes: game.bytes.clone().into() })
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
mod tests;
