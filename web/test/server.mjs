/** Serves a folder on the loopback address, compressed as most hosts do, for the tests; under `isolated/` with leave to share memory. */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { gzipSync } from 'node:zlib';

const TYPES = {
    '.html': 'text/html; charset=utf-8',
    '.js': 'text/javascript',
    '.css': 'text/css',
    '.svg': 'image/svg+xml',
    '.wasm': 'application/wasm',
    '.webmanifest': 'application/manifest+json',
};

// Playwright sometimes loses a page that changes its process, as it does for the two headers that all browsers know.
const ISOLATED = { 'document-isolation-policy': 'isolate-and-require-corp' };

/** @param {string} folder Its files do not change while they are served: each is compressed once. */
export async function serve(folder) {
    /** @type {Map<string, Promise<Buffer>>} */
    const bodies = new Map();
    /** @param {string} path */
    const compressed = path => bodies.get(path) ?? bodies.set(path, readFile(path).then(body => gzipSync(body))).get(path);
    const server = createServer(async (request, response) => {
        const { pathname } = new URL(request.url ?? '/', 'http://localhost');
        const [isolation, name] = pathname.startsWith('/isolated/') ? [ISOLATED, pathname.slice('/isolated'.length)] : [{}, pathname];
        const path = join(folder, normalize(name.endsWith('/') ? `${name}index.html` : name));
        try {
            const body = await compressed(path);
            response.writeHead(200, { ...isolation, 'content-type': TYPES[extname(path)] ?? 'application/octet-stream', 'content-encoding': 'gzip' });
            response.end(body);
        } catch {
            response.writeHead(404).end();
        }
    });
    await new Promise(resolve => server.listen(0, '127.0.0.1', resolve));
    return { address: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() };
}
