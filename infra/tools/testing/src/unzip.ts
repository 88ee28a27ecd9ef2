import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The files of a zip by name, in their order, by a reader that is not ours; it fails for one that is damaged. */
export function unzip(zip: Buffer): Map<string, Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'utter-zip-'))
  try {
    const file = join(folder, 'one.zip')
    writeFileSync(file, zip)
    const python = (code: string, ...more: string[]) =>
      execFileSync(
        'python3',
        ['-c', `import sys, zipfile, json; z = zipfile.ZipFile(sys.argv[1]); ${code}`, file, ...more],
        {
          maxBuffer: 100_000_000,
        },
      )
    const names: string[] = JSON.parse(python('assert z.testzip() is None; print(json.dumps(z.namelist()))').toString())
    return new Map(names.map((name) => [name, python('sys.stdout.buffer.write(z.read(sys.argv[2]))', name)]))
  } finally {
    rmSync(folder, { recursive: true })
  }
}
