import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { StartError } from '../start-error.ts'

const run = promisify(execFile)
const oldestJava = 17
const found = new Map<string, Promise<Java>>()

export type Java = { path: string; build: string }

/** A Java that is new enough: JAVA_HOME's, else the one on the PATH. Asked once per process. */
export function findJava(env: NodeJS.ProcessEnv): Promise<Java> {
  const java = env.JAVA_HOME ? join(env.JAVA_HOME, 'bin', 'java') : 'java'
  const asked = found.get(java) ?? checkJava(java)
  found.set(java, asked)
  return asked
}

async function checkJava(java: string): Promise<Java> {
  const { stderr } = await run(java, ['-version']).catch(() => ({ stderr: '' }))
  const version = Number(/version "(\d+)/.exec(stderr)?.[1] ?? 0)
  if (version >= oldestJava) return { path: java, build: stderr }
  throw new StartError(
    `Java ${oldestJava} or newer was not found${version ? ` (this is Java ${version})` : ''}: install one (Debian: apt-get install openjdk-17-jre-headless), or set KAFKA_BROKERS and MONGO_URL to servers of your own.`,
  )
}

/** A class path with its order fixed: `lib/*` follows the folder's order on disk, which a class archive does not accept. */
export const classPath = (jars: string[]): string => [...jars].sort().join(':')

/**
 * A single collector thread and the quick compiler only: ready sooner and smaller, at a rate far above what one machine
 * makes.
 */
export const quickJvm = ['-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', '-Xss512k', '-XX:+ExitOnOutOfMemoryError']
