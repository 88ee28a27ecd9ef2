import { chown, mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { plainEnv } from '@utter/local/backing/server'
import { runTool } from '@utter/local/cache/run-tool'
import { freePort } from '@utter/local/free-port'
import type { BenchContext } from '../bench-context.ts'
import { type Program, startProgram } from '../program.ts'
import { unpacked } from './unpacked.ts'

/** PostgreSQL refuses to run as root; this is the user without rights of every Linux. */
const nobody = 65_534
const version = '15'
const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '300',
  jit: 'off',
  // As durable as a Kafka that has one broker: a killed process loses nothing, a machine without power may.
  synchronous_commit: 'off',
}

/** PostgreSQL from Debian's packages, on a folder of its own. */
export async function startPostgres(context: BenchContext): Promise<Program & { url: string }> {
  const { folder, libraryPath } = await unpacked(context, {
    name: 'postgres',
    label: 'PostgreSQL',
    packages: [`postgresql-${version}`, `postgresql-client-${version}`],
  })
  const data = await mkdtemp(join(tmpdir(), 'utter-bench-postgres-'))
  context.closing.defer(() => rm(data, { recursive: true, force: true }))
  const isRoot = process.getuid?.() === 0
  if (isRoot) await chown(data, nobody, nobody)
  const program = (name: string): [string, ...string[]] => {
    const path = join(folder, 'usr/lib/postgresql', version, 'bin', name)
    const asNobody = ['--reuid', String(nobody), '--regid', String(nobody), '--clear-groups', '--pdeathsig', 'KILL']
    return isRoot ? ['setpriv', ...asNobody, path] : [path]
  }
  const env = { ...plainEnv(context.settings.env), LD_LIBRARY_PATH: libraryPath, LC_ALL: 'C' }
  const [tool, ...args] = program('initdb')
  const share = join(folder, 'usr/share/postgresql', version)
  await runTool(tool, [...args, '-D', data, '-L', share, '-U', 'bench', '--auth', 'trust', '--no-sync'], {
    env,
    cwd: data,
  })
  const port = await freePort()
  const options = Object.entries({ ...settings, port }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const server = await startProgram(context, {
    name: 'postgres',
    command: [...program('postgres'), '-D', data, ...options],
    env,
    ready: () => accepts(port),
  })
  context.machine.peers.PostgreSQL =
    (await runTool(tool, [...args, '--version'], { env })).match(/[\d.]+/)?.[0] ?? version
  // Its backends have groups of their own, which a signal to its group does not reach; without clients they do nothing.
  return { ...server, pause: () => {}, resume: () => {}, url: `postgres://bench@127.0.0.1:${port}/postgres` }
}

const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('error', () => resolve(false))
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
  })
