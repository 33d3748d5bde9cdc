#!/usr/bin/env python3
"""Makes an OpenBench server test this engine: fills a checkout of OpenBench, whose programs stay as they are.

    configure.py OPENBENCH_FOLDER REPOSITORY SERVER [--keep-others]

REPOSITORY is https://github.com/<user>/<repo>, where the commits to be tested are; SERVER is the address that workers
reach the server by. Written are Engines/RustGomo.json, Books/*.json, a zip of each book below OpenBench/static/books,
and in Config/config.json the lists of engines and books and where workers get the match runner. Chess engines and books
are taken off the lists unless --keep-others is given; they cannot be tested there in any case, because every worker has
one match runner for all.
"""

import argparse
import hashlib
import json
import pathlib
import re
import zipfile

ENGINE = 'RustGomo'
# The reference machine's speed in nodes a second, as `bench` shows it. Time controls are scaled by it.
NODES_PER_SECOND = 530_000
# Any moment that is the same for all, so that the same book gives the same zip.
DATE = (1980, 1, 1, 0, 0, 0)
ROOT = pathlib.Path(__file__).resolve().parents[2]


def engine(repository):
    """The engine's entry: how it is built, and presets of tests."""
    options = {'both_options': 'Threads=1 Hash=16'}
    timed = {**options, 'workload_size': 32}
    return {
        'private': False,
        'nps': NODES_PER_SECOND,
        'source': repository,
        'build': {
            'path': '',
            'compilers': [f'cargo>={manifest("rust-version")}.0'],
            'cpuflags': [],
            'systems': ['Linux', 'Windows', 'Darwin'],
        },
        'test_presets': {
            'default': {
                'base_branch': 'main',
                'book_name': 'renju15.txt',
                'test_bounds': '[0.00, 10.00]',
                'test_confidence': '[0.05, 0.05]',
                'syzygy_wdl': 'DISABLED',
                'syzygy_adj': 'DISABLED',
                'win_adj': 'None',
                'draw_adj': 'None',
            },
            'STC': {**timed, 'both_time_control': '8.0+0.08'},
            'LTC': {**timed, 'both_time_control': '40.0+0.4', 'workload_size': 8},
            'Nodes': {**timed, 'both_time_control': 'N=20000'},
            'STC regression': {**timed, 'both_time_control': '8.0+0.08', 'test_bounds': '[-10.00, 0.00]'},
        },
        'tune_presets': {
            'default': {
                'book_name': 'renju15.txt',
                'syzygy_wdl': 'DISABLED',
                'syzygy_adj': 'DISABLED',
                'win_adj': 'None',
                'draw_adj': 'None',
            },
            'Nodes': {'dev_options': options['both_options'], 'dev_time_control': 'N=20000'},
        },
    }


def manifest(key):
    """A word of this checkout's Cargo.toml."""
    text = (ROOT / 'Cargo.toml').read_text()
    return re.search(rf'^{key} = "([^"]+)"', text, re.MULTILINE).group(1)


def write_json(path, value):
    path.write_text(json.dumps(value, indent=4) + '\n')
    print('wrote', path)


def add_book(openbench, server, book):
    """A book's entry, and the zip that workers fetch."""
    folder = openbench / 'OpenBench' / 'static' / 'books'
    folder.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(folder / (book.name + '.zip'), 'w', zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(zipfile.ZipInfo(book.name, DATE), book.read_bytes())
    write_json(openbench / 'Books' / (book.name + '.json'), {
        'sha': hashlib.sha256(book.read_text().encode('utf-8')).hexdigest(),
        'source': '%s/static/books/%s.zip' % (server.rstrip('/'), book.name),
    })


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('openbench', type=pathlib.Path)
    parser.add_argument('repository')
    parser.add_argument('server')
    parser.add_argument('--keep-others', action='store_true')
    args = parser.parse_args()
    repository = args.repository.rstrip('/')

    write_json(args.openbench / 'Engines' / (ENGINE + '.json'), engine(repository))
    books = sorted((ROOT / 'openings').glob('*.txt'))
    for book in books:
        add_book(args.openbench, args.server, book)

    path = args.openbench / 'Config' / 'config.json'
    config = json.loads(path.read_text())
    engines, names = [ENGINE], [book.name for book in books]
    if args.keep_others:
        engines += [name for name in config['engines'] if name not in engines]
        names += [name for name in config['books'] if name not in names]
    config.update({
        'engines': engines,
        'books': names,
        # Workers with an older runner build it anew.
        'fastchess_min_version': manifest('version'),
        'fastchess_repo_url': repository,
        'fastchess_repo_ref': 'main',
    })
    write_json(path, config)


if __name__ == '__main__':
    main()
