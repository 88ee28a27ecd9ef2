import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fetchOnce } from '../cache/fetch.ts'
import { classPath, findJava, quickJvm } from './java.ts'
import { compileJava, copyJars, jarsOf } from './maven.ts'
import type { StartContext } from './server.ts'

const version = '1.47.0'
const sums = 'mongo-java-server.sha256'
const beside = (name: string) => fileURLToPath(new URL(`../../java/${name}`, import.meta.url))
const source = beside('LocalMongo.java')

/** The command of a server that speaks MongoDB's protocol and keeps its data in one file, or in memory without one. */
export async function javaMongo(
  { cacheDir, env, report }: StartContext,
  place: { port: number; file: string | undefined },
): Promise<[string, ...string[]]> {
  const { path: java } = await findJava(env)
  const changes = createHash('sha256')
    .update(await readFile(source))
    .update(await readFile(beside(sums)))
    .digest('hex')
    .slice(0, 8)
  const folder = await fetchOnce({
    cacheDir,
    name: 'mongo-java-server',
    version: `${version}-${changes}`,
    label: `The MongoDB-compatible server ${version}`,
    report,
    make: async (tmpDir, note) => {
      const server = 'de.bwaldvogel:mongo-java-server'
      const jars = [
        `${server}:${version}`,
        `${server}-h2-backend:${version}`,
        'org.slf4j:slf4j-simple:2.0.17',
        'org.eclipse.jdt:ecj:3.33.0',
      ]
      await copyJars({ cacheDir, tmpDir, env, note, jars, sums })
      await compileJava({ java, source, tmpDir })
    },
  })
  const jars = (await jarsOf(join(folder, 'lib'))).filter((jar) => !jar.includes('/ecj-'))
  const classes = classPath([join(folder, 'classes'), ...jars])
  return [
    java,
    '-Xmx384m',
    ...quickJvm,
    // With more threads one encodes a document for its answer while another changes it, and the connection of the first is closed.
    '-Dio.netty.eventLoopThreads=1',
    // They tell why it broke a connection off. Its warnings are of indexes, one by one.
    '-Dorg.slf4j.simpleLogger.defaultLogLevel=error',
    '-cp',
    classes,
    'LocalMongo',
    String(place.port),
    ...(place.file ? [place.file] : []),
  ]
}
