// The entrance of every npm script, and the only file here that the machine's own Node runs: no dependency, no TypeScript.
//   bootstrap.mjs <script.ts> [args…]   runs a script on Node 24
//   bootstrap.mjs --bin <name> [args…]  runs a command of node_modules/.bin on Node 24
import { spawn, spawnSync } from 'node:child_process'
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  utimesSync,
  writeSync,
} from 'node:fs'
import { constants } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../..', import.meta.url)).replace(/[/\\]$/, '')
const modules = join(root, 'node_modules')
const bin = join(modules, '.bin')
const wantedNode = 24

let stopAsked = false

const fail = (sentence) => {
  console.error(sentence)
  process.exit(1)
}

/** Whether node_modules matches the lock file: by the times of the two, else by their contents. */
function isInstalled() {
  const lockFile = join(root, 'package-lock.json')
  const installedFile = join(modules, '.package-lock.json')
  if (!existsSync(installedFile)) return false
  if (statSync(installedFile).mtimeMs >= statSync(lockFile).mtimeMs) return true
  const wanted = JSON.parse(readFileSync(lockFile, 'utf8')).packages
  const installed = JSON.parse(readFileSync(installedFile, 'utf8')).packages
  const differs = Object.entries(wanted).some(([path, { version, integrity, optional, link, resolved }]) => {
    if (!path.startsWith('node_modules/')) return false
    const found = installed[path]
    // A package of ours that has moved.
    if (link) return found?.resolved !== resolved
    return found ? found.version !== version || found.integrity !== integrity : !optional
  })
  if (differs) return false
  const now = new Date()
  utimesSync(installedFile, now, now)
  return true
}

/**
 * Lets one installation run at a time: two would delete each other's files. The lock names its holder, so that a dead
 * one's is taken over.
 */
async function lockInstall() {
  mkdirSync(join(root, '.cache'), { recursive: true })
  const path = join(root, '.cache', 'install.lock')
  for (let isReported = false; ; await sleep(300)) {
    try {
      const file = openSync(path, 'wx')
      writeSync(file, String(process.pid))
      closeSync(file)
      return () => rmSync(path, { force: true })
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
    const holder = Number(readFileSync(path, { encoding: 'utf8', flag: 'a+' }))
    if (holder && !isAlive(holder)) rmSync(path, { force: true })
    else if (!isReported) {
      console.log(`Another process installs the packages${holder ? ` (${holder})` : ''}; waiting for it.`)
      isReported = true
    }
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

async function install() {
  const unlock = await lockInstall()
  try {
    if (isInstalled()) return
    const startedMs = Date.now()
    const seconds = () => Math.round((Date.now() - startedMs) / 1000)
    const print = (text, end) => process.stdout.write(process.stdout.isTTY ? `\r\x1b[K${text}${end}` : `${text}\n`)
    print('Installing the packages; this happens once.', '')
    const timer = setInterval(
      () => print(`Installing the packages; this happens once: ${seconds()} s`, ''),
      process.stdout.isTTY ? 1000 : 10_000,
    )
    const code = await finished(
      spawn('npm', ['ci', '--loglevel=error'], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] }),
    )
    clearInterval(timer)
    if (code !== 0) {
      unlock()
      if (stopAsked) process.exit(130)
      fail(
        '\nThe packages could not be installed (npm ci failed, its words are above): check the connection and start again.',
      )
    }
    print(`Installed the packages in ${seconds()} s.`, '\n')
  } finally {
    unlock()
  }
}

function findNode() {
  const carried = join(bin, 'node')
  if (existsSync(carried) && majorOf(carried) >= wantedNode) return carried
  if (Number(process.versions.node.split('.')[0]) >= wantedNode) return process.execPath
  return fail(
    `Node ${wantedNode} or newer is needed and this is ${process.version}: install it, since no package carries it for ${process.platform} ${process.arch}.`,
  )
}

const majorOf = (node) =>
  Number(/^v(\d+)/.exec(spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout ?? '')?.[1] ?? 0)

/** Resolves with the exit code of a child; signals to stop are passed on to it, as is the end of the npm that started this process. */
function finished(child) {
  const parent = process.ppid
  const whileNpmLives = () => {
    if (process.ppid === parent) return
    stopAsked = true
    child.kill('SIGTERM')
    clearInterval(watch)
  }
  // npm passes a signal to the shell between us, and that shell dies without passing it on.
  const watch = setInterval(whileNpmLives, 200).unref()
  if (!process.env.npm_lifecycle_event) clearInterval(watch)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      stopAsked = true
      child.kill(signal)
    })
  }
  return new Promise((resolve) => {
    child.once('error', (error) => {
      console.error(`${child.spawnfile} could not be run: ${error.message}.`)
      resolve(1)
    })
    child.once('exit', (code, signal) => resolve(code ?? 128 + (constants.signals[signal] ?? 0)))
  })
}

/** On Linux the kernel ends the child when this process is killed with -9, so that nothing is left running. */
function withUs(command) {
  const tied = spawnSync('setpriv', ['--pdeathsig', 'TERM', 'true'], { stdio: 'ignore' }).status === 0
  return tied ? ['setpriv', '--pdeathsig', 'TERM', ...command] : command
}

const [first, ...rest] = process.argv.slice(2)
if (!first || (first === '--bin' && !rest[0])) fail('Usage: bootstrap.mjs <script.ts> [args…] | --bin <name> [args…]')
if (!isInstalled()) await install()

const node = findNode()
const env = { ...process.env, PATH: [bin, process.env.PATH].join(delimiter) }
let args = ['--disable-warning=ExperimentalWarning', first, ...rest]
if (first === '--bin') {
  const program = join(bin, rest[0])
  if (!existsSync(program)) fail(`No command is called ${rest[0]} in node_modules/.bin.`)
  env.TURBO_TELEMETRY_DISABLED = '1'
  args = [realpathSync(program), ...rest.slice(1)]
}
const [command, ...commandArgs] = withUs([node, ...args])
process.exitCode = await finished(spawn(command, commandArgs, { stdio: 'inherit', env }))
