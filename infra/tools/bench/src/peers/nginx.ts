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

type Kind = {
  name: string
  label: string
  packages: [string, ...string[]]
  modules: string[]
  after?: (folder: string) => Promise<void>
}

const modulesFolder = 'usr/lib/nginx/modules'
const nchan = `${modulesFolder}/ngx_nchan_module.so`
const kinds = {
  nchan: {
    name: 'nginx',
    label: 'nginx with nchan',
    packages: ['nginx', 'libnginx-mod-nchan'],
    modules: [nchan],
    after: (folder) => freeOfSystem(join(folder, nchan)),
  },
  lua: {
    name: 'nginx-lua',
    label: 'nginx with Lua',
    packages: [
      'nginx',
      'libnginx-mod-http-lua',
      'libnginx-mod-http-ndk',
      'lua-resty-core',
      'lua-resty-lrucache',
      'lua-nginx-redis',
      'lua-cjson',
    ],
    modules: [`${modulesFolder}/ndk_http_module.so`, `${modulesFolder}/ngx_http_lua_module.so`],
  },
} satisfies Record<string, Kind>

/** nginx with a module, from Debian's packages, with one worker: on one core, like a process of ours. */
export async function findNginx(context: BenchContext, kind: keyof typeof kinds): Promise<Nginx> {
  const { name, label, packages, modules, after }: Kind = kinds[kind]
  const { folder, libraryPath } = await unpacked(context, { name, label, packages, ...(after && { after }) })
  const binary = join(folder, 'usr/sbin/nginx')
  const env = { ...plainEnv(context.settings.env), LD_LIBRARY_PATH: libraryPath }
  const version = await runTool(binary, ['-v'], { env })
  context.machine.peers.nginx = /nginx\/(\S+)/.exec(version)?.[1] ?? 'unknown'
  return {
    async start(row, name, server) {
      const port = await freePort()
      const prefix = join(row.dataDir, name)
      await mkdir(join(prefix, nchanFolder), { recursive: true })
      await writeFile(join(prefix, 'nginx.conf'), configuration({ folder, prefix, modules, libraryPath }, server(port)))
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

type Unpacked = { folder: string; prefix: string; modules: string[]; libraryPath: string }

const configuration = ({ folder, prefix, modules, libraryPath }: Unpacked, server: string) => `
${modules.map((module) => `load_module ${join(folder, module)};`).join('\n')}
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
  ${modules.some((module) => module.includes('lua')) ? luaPaths(folder, libraryPath) : ''}
  ${server}
}
`

const luaPaths = (folder: string, libraryPath: string) => `
  lua_package_path '${folder}/usr/share/lua/5.1/?.lua;;';
  lua_package_cpath '${libraryPath
    .split(':')
    .map((libraries) => `${libraries}/lua/5.1/?.so`)
    .join(';')};;';`
