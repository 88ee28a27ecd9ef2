import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { onPath } from '../cache/on-path.ts'
import { runTool } from '../cache/run-tool.ts'
import { messageOf, StartError } from '../start-error.ts'

/** The way to get something without Debian's packages, as the end of a sentence for people. */
const redisOtherwise = 'install redis-server, or set REDIS_URL to a server of your own'

/** The name of a system whose packages can be unpacked here, like `debian-12-x64`. @throws StartError when there are none */
export async function debianRelease(
  env: NodeJS.ProcessEnv,
  { label = 'Redis', otherwise = redisOtherwise } = {},
): Promise<string> {
  const about = await readFile('/etc/os-release', 'utf8').catch(() => '')
  const read = (key: string) => new RegExp(`^${key}="?([^"\\n]*)"?$`, 'm').exec(about)?.[1]
  if (!(await onPath('apt-get', env)) || !(await onPath('dpkg', env))) {
    throw new StartError(`${label} was not found and this system has no Debian packages to take it from: ${otherwise}.`)
  }
  return `${read('ID') ?? 'debian'}-${read('VERSION_ID') ?? 'rolling'}-${process.arch}`
}

/**
 * Downloads Debian packages and the libraries that they need beyond what is installed, without being root and without
 * changing the system. apt checks each file against the signed lists; when the lists are missing or old, it reads
 * new ones into a folder of its own.
 */
export async function downloadPackages(
  folder: string,
  names: string[],
  needed: typeof missingLibraries,
  otherwise = redisOtherwise,
): Promise<void> {
  const download = async (options: string[]) => {
    await runTool('apt-get', [...options, 'download', ...names, ...(await needed(names, options))], { cwd: folder })
  }
  try {
    await download([])
  } catch {
    const lists = await ownLists(`${folder}-lists`)
    await runTool('apt-get', [...lists, 'update']).catch(() => {}) // The download shows whether it was enough.
    await download(lists).catch((error: unknown) => {
      throw new StartError(
        `${names[0]} could not be downloaded from Debian's packages: ${messageOf(error)}. Check the connection, or ${otherwise}.`,
        { cause: error },
      )
    })
  }
}

/** Unpacks Debian packages, and the libraries that they need beyond what is installed, into `folder`. */
export async function unpackPackages(
  folder: string,
  names: string[],
  otherwise?: string,
  needed: typeof missingLibraries = missingLibraries,
): Promise<void> {
  const packages = join(folder, 'packages')
  await mkdir(packages)
  await downloadPackages(packages, names, needed, otherwise)
  for (const name of await readdir(packages)) await runTool('dpkg', ['-x', join(packages, name), folder])
  for (const used of [packages, `${packages}-lists`]) await rm(used, { recursive: true, force: true })
}

async function ownLists(folder: string): Promise<string[]> {
  await mkdir(join(folder, 'partial'), { recursive: true })
  return ['-o', `Dir::State::Lists=${folder}`, '-o', `Dir::Cache=${folder}`]
}

/** The libraries that packages name directly and that this machine lacks. */
export async function missingLibraries(names: string[], options: string[]): Promise<string[]> {
  const depends = await runTool('apt-cache', [...options, 'depends', ...names])
  const libraries = new Set([...depends.matchAll(/^\s+Depends: ((?:lib|lua)\S+)/gm)].map((match) => match[1] ?? ''))
  const missing: string[] = []
  for (const library of libraries) {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: dpkg-query's own way to name a field.
    const status = await runTool('dpkg-query', ['-W', '-f', '${db:Status-Status}', library]).catch(() => '')
    if (!status.startsWith('installed')) missing.push(library)
  }
  return missing
}
