import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { checkSums } from '../cache/checksums.ts'
import { waitForLock } from '../cache/lock.ts'
import { onPath } from '../cache/on-path.ts'
import { runTool } from '../cache/run-tool.ts'
import { messageOf, StartError } from '../start-error.ts'

type Copy = {
  cacheDir: string
  tmpDir: string
  jars: string[]
  /** In `java/`: the sums of all of them and of what they need. */
  sums: string
  env: NodeJS.ProcessEnv
  note: (text: string) => void
}

// Named with its version, since Maven would otherwise ask the registry which is the newest each time.
const copyGoal = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies'

/** Copies jars (`group:artifact:version`) and all they need into `tmpDir/lib`. Each must have the sum that we know. */
export async function copyJars({ cacheDir, tmpDir, jars, sums, env, note }: Copy): Promise<void> {
  if (!(await onPath('mvn', env))) {
    throw new StartError(
      'Maven was not found: install it (Debian: apt-get install maven), or set KAFKA_BROKERS and MONGO_URL to servers of your own.',
    )
  }
  await writeFile(join(tmpDir, 'pom.xml'), pom(jars))
  // Two Mavens at once may write the same file of their common folder.
  const lock = await waitForLock(join(cacheDir, 'maven.lock'), () => {})
  let files = 0
  let kilobytes = 0
  try {
    await runTool(
      'mvn',
      ['--batch-mode', '--strict-checksums', copyGoal, '-DoutputDirectory=lib', '-DincludeScope=runtime'],
      {
        cwd: tmpDir,
        env,
        onLine: (line) => {
          const size = /Downloaded from .* \(([\d.]+) (k?M?B)/.exec(line)
          if (!size) return
          files += 1
          kilobytes += Number(size[1]) * (size[2] === 'MB' ? 1000 : size[2] === 'kB' ? 1 : 0.001)
          note(`${files} files, ${(kilobytes / 1000).toFixed(1)} MB`)
        },
      },
    )
  } catch (error) {
    throw new StartError(
      `Maven could not download ${jars[0]}: ${messageOf(error)}. Check the connection and start again.`,
      { cause: error },
    )
  } finally {
    lock.release()
  }
  await checkSums(join(tmpDir, 'lib'), fileURLToPath(new URL(`../../java/${sums}`, import.meta.url)))
}

/** The jars of a folder, with their paths. */
export async function jarsOf(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.jar')).map((name) => join(folder, name))
}

/** Compiles one Java file into `tmpDir/classes`. The compiler comes as a jar, since a machine may have a JRE without one of its own. */
export async function compileJava({
  java,
  source,
  tmpDir,
}: {
  java: string
  source: string
  tmpDir: string
}): Promise<void> {
  const jars = await jarsOf(join(tmpDir, 'lib'))
  const compiler = jars.find((jar) => /\/ecj-[^/]+\.jar$/.test(jar))
  if (!compiler) throw new Error('The Java compiler is not among the jars')
  await mkdir(join(tmpDir, 'classes'))
  await runTool(java, [
    '-jar',
    compiler,
    '--release',
    '17',
    '-cp',
    jars.join(':'),
    '-d',
    join(tmpDir, 'classes'),
    source,
  ])
}

const pom = (jars: string[]) => `<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>utter</groupId><artifactId>local</artifactId><version>1</version>
  <dependencies>
${jars
  .map((jar) => jar.split(':'))
  .map(
    ([group, artifact, version]) =>
      `    <dependency><groupId>${group}</groupId><artifactId>${artifact}</artifactId><version>${version}</version></dependency>`,
  )
  .join('\n')}
  </dependencies>
</project>
`
