//! The server as pages and others see it.

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
struct Raise<'a>(&'a StopHandle);

impl Drop for Raise<'_> {
    fn drop(&mut self) {
        self.0.stop();
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

/// Calls `check` with the host and the address of a server that runs meanwhile.
fn with_server(server: BoardServer, check: impl FnOnce(&str, &str)) {
    let (host, address) = (server.board.host.to_string(), server.address());
    let stop = StopHandle::new();
    thread::scope(|scope| {
        scope.spawn(|| server.run(&stop).unwrap());
        let _raise = Raise(&stop);
        check(&host, &address);
    });
}

/// Calls `check` with the host of a server with an engine of one thread, and its key.
fn with_engine(check: impl FnOnce(&str, &str)) {
    let mut server = BoardServer::bind(Site::Folder(PathBuf::from(".")), FREE_PORT).unwrap();
    server.serve_engine(1, 1 << 20).unwrap();
    with_server(server, |host, address| check(host, address.split_once("?native=").unwrap().1));
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
        assert_eq!(found.iter().filter(|message| message.get("report").is_some()).count(), 3, "{found:?}");
        assert!(found.last().unwrap()["value"]["best"].is_string(), "{found:?}");
        let last = |page: &mut _, what, values| answers(page, what, &values).pop().unwrap();
        let won = last(&mut page, "prove", json!(["freestyle", "15", "h8a1h9a15i7o1j7o15", 100_000]));
        assert_eq!(won["value"]["win"]["winner"], "black");
        let effort = json!({ "nodes": 2000, "seed": 1 });
        let choice = last(&mut page, "choose", json!(["freestyle", "swap2", "15", "", effort]));
        assert!(choice["value"]["choices"].as_array().is_some_and(|choices| !choices.is_empty()), "{choice}");
        let over = last(&mut page, "analyse", json!(["freestyle", "15", "h8a1i8a2j8a3k8a4l8", {}]));
        assert_eq!(over["error"], "the game is over");
        assert!(last(&mut page, "analyse", json!([1]))["error"].as_str().unwrap().starts_with("question: "));
        assert!(last(&mut page, "write", json!([]))["error"].as_str().unwrap().starts_with("question: "));
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

#[test]
fn a_page_that_asks_without_end_is_sent_away() {
    with_engine(|host, key| {
        let mut page = connect(host, key, &format!("http://{host}")).unwrap();
        for id in 0..2000 {
            if page.send(Message::text(endless(id).to_string())).is_err() {
                break;
            }
        }
        // A search that goes on tells twice a second how far it is.
        assert!((0..200).any(|_| page.read().is_err()));
    });
}

#[test]
fn a_page_learns_how_far_a_search_is() {
    with_engine(|host, key| {
        let mut page = connect(host, key, &format!("http://{host}")).unwrap();
        send(&mut page, &endless(3));
        let live = loop {
            let message = next(&mut page);
            if message.get("live").is_some() {
                break message;
            }
        };
        assert_eq!(live["id"], 3);
        assert!(live["live"]["nodes"].as_u64().unwrap() > 0, "{live}");
    });
}

#[test]
fn a_request_that_is_never_completed_is_given_up() {
    let mut server = BoardServer::bind(Site::Folder(PathBuf::from(".")), FREE_PORT).unwrap();
    server.patience = Duration::from_millis(50);
    with_server(server, |host, _| {
        let mut half = TcpStream::connect(host).unwrap();
        // It may be given up before it is written, and both ends of a connection are ends.
        let _ = write!(half, "GET / HTTP/1.1\r\nHost: ");
        let _ = half.read_to_end(&mut Vec::new());
    });
}

#[test]
fn a_game_is_served() {
    let mut server = BoardServer::bind(Site::Folder(PathBuf::from(".")), FREE_PORT).unwrap();
    server.serve_game("my game.sgf", b"(;GM[4])".to_vec());
    with_server(server, |host, address| {
        assert!(address.ends_with("/?game=game/my_game.sgf"), "{address}");
        assert!(ask(host, "GET /game/my_game.sgf HTTP/1.1").ends_with("(;GM[4])"));
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
    with_server(server, |host, _| {
        let page = ask(host, "GET /?x=1 HTTP/1.1");
        assert!(page.starts_with("HTTP/1.1 200") && page.ends_with("<p>board</p>"), "{page}");
        assert!(page.contains("cross-origin-embedder-policy: require-corp"), "{page}");
        assert!(ask(host, "GET /engine/engine_bg.wasm HTTP/1.1").contains("application/wasm"));
        let head = ask(host, "HEAD / HTTP/1.1");
        assert!(head.starts_with("HTTP/1.1 200") && head.ends_with("\r\n\r\n"), "{head}");
        let request = format!("GET /a.js?x=1 HTTP/1.1\r\nHost: {}", host.replace("127.0.0.1", "localhost"));
        let elsewhere = ask(host, &request);
        assert!(elsewhere.starts_with("HTTP/1.1 307"), "{elsewhere}");
        assert!(elsewhere.contains(&format!("location: http://{host}/a.js?x=1")), "{elsewhere}");
        assert!(page.contains("frame-ancestors 'self'"), "{page}");
        let status = |request: &str, name: &str| {
            ask(host, &format!("{request} HTTP/1.1\r\nHost: {name}"))[9..12].to_owned()
        };
        for path in ["/engine", "/../Cargo.toml", "/%2e%2e/x", "//etc/passwd", "/.git", "/none.js"] {
            assert_eq!(status(&format!("GET {path}"), host), "404", "{path}");
        }
        assert_eq!(status("POST /", host), "405");
        assert_eq!(status("GET /", "evil.example"), "421");
    });
    std::fs::remove_dir_all(&site).unwrap();
    let missing = Site::in_folder(PathBuf::from("none")).unwrap_err();
    assert_eq!(
        missing.to_string(),
        "no board in none: packaging/web.sh builds it, and --site names its folder"
    );
}

#[test]
fn the_usual_port_is_not_in_the_name_of_the_host() {
    for (address, host, other) in [
        ("127.0.0.1:80", "127.0.0.1", "localhost"),
        ("[::1]:80", "[::1]", "localhost"),
        ("127.0.0.1:8080", "127.0.0.1:8080", "localhost:8080"),
        ("[::1]:8080", "[::1]:8080", "localhost:8080"),
    ] {
        let site = Arc::new(Site::Folder(PathBuf::from(".")));
        let board = Board { site, host: host_of(address.parse().unwrap()).into(), native: None, game: None };
        let asked = |name: &str| HeaderMap::from_iter([(HOST, name.parse().unwrap())]);
        assert!(board.is_host(&asked(host)), "{address}");
        let place = board.elsewhere(&asked(other), &Uri::from_static("/a"));
        assert_eq!(place, Some(format!("http://{host}/a")), "{address}");
    }
}
