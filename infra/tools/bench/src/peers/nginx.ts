import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { plainEnv } from '@utter/local/backing/server'
import { runTool } from '@utter/local/cache/run-tool'
import { freePort } from '@utter/local/free-port'
import type { BenchContext } from '../bench-context.ts'
import { answers, startProgram } from '../program.ts'
import type { Service } from '../services.ts'
import { unpacked } from './unpacked.ts'

export type Nginx = { start(context: BenchContext, name: string, server: (port: number) => string): Promise<Service> }

/** nginx with nchan, from Debian's packages, with one worker: on one core, like a process of ours. */
export async function findNginx(context: BenchContext): Promise<Nginx> {
  const { folder, libraryPath } = await unpacked(context, {
    name: 'nginx',
    label: 'nginx with nchan',
    packages: ['nginx', 'libnginx-mod-nchan'],
    after: (fetched) => freeOfSystem(join(fetched, nchan)),
  })
  const binary = join(folder, 'usr/sbin/nginx')
  const env = { ...plainEnv(context.settings.env), LD_LIBRARY_PATH: libraryPath }
  const version = await runTool(binary, ['-v'], { env })
  context.machine.peers.nginx = /nginx\/(\S+)/.exec(version)?.[1] ?? 'unknown'
  return {
    async start(row, name, server) {
      const port = await freePort()
      const prefix = join(row.dataDir, name)
      await mkdir(join(prefix, nchanFolder), { recursive: true })
      await writeFile(join(prefix, 'nginx.conf'), configuration(folder, prefix, server(port)))
      const program = await startProgram(row, {
        name,
        command: [binary, '-p', prefix, '-c', join(prefix, 'nginx.conf'), '-e', 'stderr'],
        env,
        ready: () => answers(`http://127.0.0.1:${port}/ready`),
      })
      return { ...program, url: `http://127.0.0.1:${port}` }
    },
  }
}

const nchan = 'usr/lib/nginx/modules/ngx_nchan_module.so'
// As long as what it replaces, and relative: nginx puts its prefix before it.
const nchanFolder = 'tmp/nchan/body/temp'

/** Debian's nchan has a folder of the system built in, which its own directive can't replace; the copy names one of ours. */
async function freeOfSystem(file: string): Promise<void> {
  const module = await readFile(file)
  const at = module.indexOf('/var/lib/nginx/body')
  if (at < 0) return
  module.write(nchanFolder, at, 'latin1')
  await writeFile(file, module)
}

// The packages' own folders for these belong to the system.
const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']

const configuration = (folder: string, prefix: string, server: string) => `
load_module ${join(folder, nchan)};
daemon off;
worker_processes 1;
worker_rlimit_nofile 100000;
pid ${prefix}/pid;
error_log stderr warn;
events { worker_connections 60000; }
http {
  access_log off;
  keepalive_requests 100000000;
  ${temporary.map((kind) => `${kind}_temp_path ${prefix}/tmp/${kind};`).join(' ')}
  ${server}
}
`
