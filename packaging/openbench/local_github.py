#!/usr/bin/env python3
"""Stands in for GitHub, so that OpenBench tests the commits of a repository on this machine.

    local_github.py REPOSITORY FOLDER [--port 8443]

OpenBench's server takes sources at https://github.com/<user>/<repo> only, and asks GitHub's API about them. This program
answers the few addresses that server and workers ask for, whatever <user> and <repo> are, from the git repository
REPOSITORY. It is a proxy on the loopback address: FOLDER gets a certificate of its own making, and a file `environment`
with the variables that lead Python's `requests` here. Nothing else on the machine is changed:

    . FOLDER/environment && python3 manage.py runserver     # and the same before the worker
"""

import argparse
import http.server
import json
import pathlib
import re
import socketserver
import ssl
import subprocess
import threading

HOSTS = ['github.com', 'api.github.com', 'codeload.github.com']


def git(repository, *arguments):
    """What git prints; raises if it fails."""
    return subprocess.run(['git', '-C', repository, *arguments], check=True, capture_output=True).stdout


def answer(repository, path):
    """The body for a path and its type, or None."""
    if match := re.fullmatch(r'/repos/[^/]+/[^/]+/(commits|branches)/(.+?)/?', path):
        commit = git(repository, 'rev-parse', '--verify', match.group(2) + '^{commit}').decode().strip()
        message = git(repository, 'log', '-1', '--format=%B', commit).decode()
        found = {'sha': commit, 'commit': {'message': message}}
        return json.dumps({'commit': found} if match.group(1) == 'branches' else found).encode(), 'application/json'
    if match := re.fullmatch(r'/repos/[^/]+/[^/]+/compare/(.+?)\.\.\.(.+?)/?', path):
        ahead = git(repository, 'rev-list', '--count', '%s..%s' % match.groups()).decode()
        return json.dumps({'ahead_by': int(ahead)}).encode(), 'application/json'
    archive = re.fullmatch(r'/repos/[^/]+/([^/]+)/zipball/(.+?)/?', path) \
        or re.fullmatch(r'/[^/]+/([^/]+)/archive/(.+?)\.zip/?', path)
    if archive:
        name, ref = archive.groups()
        return git(repository, 'archive', '--format=zip', '--prefix=%s-%s/' % (name, ref[:8]), ref), 'application/zip'
    return None


def handler(repository, context):
    """A proxy that answers requests itself."""

    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = 'HTTP/1.1'

        def do_CONNECT(self):
            host = self.path.split(':')[0]
            if host not in HOSTS:
                self.send_error(403, 'this stands in for GitHub only')
                return
            self.send_response(200, 'Connection established')
            self.end_headers()
            self.connection = context.wrap_socket(self.connection, server_side=True)
            self.rfile = self.connection.makefile('rb')
            self.wfile = self.connection.makefile('wb')
            self.close_connection = False

        def do_GET(self):
            try:
                found = answer(repository, self.path)
            except subprocess.CalledProcessError:
                found = None
            body, kind = found or (b'{"message": "Not Found"}', 'application/json')
            self.send_response(200 if found else 404)
            self.send_header('Content-Type', kind)
            self.send_header('Content-Length', str(len(body)))
            self.end_headers()
            self.wfile.write(body)
            self.wfile.flush()

    return Handler


def make_certificate(folder):
    """A certificate for GitHub's names that only those trust who are told to."""
    names = ','.join('DNS:' + host for host in HOSTS)
    subprocess.run([
        'openssl', 'req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '30', '-subj', '/CN=' + HOSTS[0],
        '-addext', 'subjectAltName=' + names, '-keyout', folder / 'key.pem', '-out', folder / 'certificate.pem',
    ], check=True, capture_output=True)


class Server(socketserver.ThreadingMixIn, http.server.HTTPServer):
    daemon_threads = True


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('repository')
    parser.add_argument('folder', type=pathlib.Path)
    parser.add_argument('--port', type=int, default=8443)
    args = parser.parse_args()

    folder = args.folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    make_certificate(folder)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(folder / 'certificate.pem', folder / 'key.pem')
    (folder / 'environment').write_text(
        'export HTTPS_PROXY=http://127.0.0.1:%d NO_PROXY=127.0.0.1,localhost\n'
        'export REQUESTS_CA_BUNDLE=%s\n'
        '# cargo, which the worker starts, must not come here: the crates are there already.\n'
        'export CARGO_NET_OFFLINE=true\n' % (args.port, folder / 'certificate.pem'))
    server = Server(('127.0.0.1', args.port), handler(args.repository, context))
    print('standing in for GitHub on port %d; . %s/environment leads there' % (args.port, folder), flush=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        threading.Event().wait()
    except KeyboardInterrupt:
        server.shutdown()


if __name__ == '__main__':
    main()
