import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A program that answers `--version` as a mongod does. */
export const mongodOf = (version: string) => `#!/bin/sh\necho 'db version v${version}'\n`
/** A mongod whose libraries are not there. */
export const brokenMongod =
  '#!/bin/sh\necho "mongod: error while loading shared libraries: libcurl.so.4: cannot open shared object file" >&2\nexit 127\n'

export function writeProgram(path: string, text: string): string {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  chmodSync(path, 0o755)
  return path
}

/** An archive as the maker packs it. */
export function packMongod(folder: string, program: string): Buffer {
  writeProgram(join(folder, 'mongodb-somewhere-8', 'bin', 'mongod'), program)
  execFileSync('tar', ['-czf', 'archive.tgz', 'mongodb-somewhere-8'], { cwd: folder })
  return readFileSync(join(folder, 'archive.tgz'))
}

/** A host that has every archive, each with its sum beside it. @returns its address, and the paths that were asked for */
export async function openMirror(archive: Buffer, sum = createHash('sha256').update(archive).digest('hex')) {
  const asked: string[] = []
  const origin = await listen(createServer(answers(archive, sum, asked)), 'http')
  return { origin, asked }
}

/** A mirror whose certificate is of its own making. */
export function openImpostor(archive: Buffer, folder: string): Promise<string> {
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const made = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1']
  execFileSync('openssl', [...made, '-subj', '/CN=elsewhere.test', '-keyout', key, '-out', cert], { stdio: 'ignore' })
  const sum = createHash('sha256').update(archive).digest('hex')
  const secure = { key: readFileSync(key), cert: readFileSync(cert) }
  return listen(createSecureServer(secure, answers(archive, sum, [])), 'https')
}

/** A host that takes connections and never answers. */
export const openSilentHost = (): Promise<string> =>
  listen(
    createServer(() => {}),
    'http',
  )

const answers =
  (archive: Buffer, sum: string, asked: string[]): RequestListener =>
  ({ url = '' }, response) => {
    asked.push(url)
    response.end(url.endsWith('.sha256') ? `${sum}  ${url.split('/').at(-1)}` : archive)
  }

async function listen(server: ReturnType<typeof createServer>, protocol: string): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `${protocol}://127.0.0.1:${(server.address() as AddressInfo).port}`
}
