/** Serves a folder on the loopback address, compressed as most hosts do, for the tests. */
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

/** @param {string} folder */
export async function serve(folder) {
    const server = createServer(async (request, response) => {
        const { pathname } = new URL(request.url ?? '/', 'http://localhost');
        const path = join(folder, normalize(pathname.endsWith('/') ? `${pathname}index.html` : pathname));
        try {
            const body = await readFile(path);
            response.writeHead(200, { 'content-type': TYPES[extname(path)] ?? 'application/octet-stream', 'content-encoding': 'gzip' });
            response.end(gzipSync(body));
        } catch {
            response.writeHead(404).end();
        }
    });
    await new Promise(resolve => server.listen(0, '127.0.0.1', resolve));
    return { address: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() };
}
