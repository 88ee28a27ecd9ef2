import { type Archive, maxListBytes } from '../archive/archive.ts'
import { resolveAddress } from '../archive/paths.ts'
import { readElements } from '../archive/xml.ts'
import { ManuscriptFault } from '../manuscript.ts'
import type { Pacer } from '../pacer.ts'

/**
 * Refuses a book whose text is encrypted. Fonts that are obfuscated are listed in the same file, and no hindrance.
 * @param paths of the files that are to be read
 * @throws ManuscriptFault
 */
export async function refuseProtected(archive: Archive, paths: readonly string[], turn: Pacer): Promise<void> {
  const path = 'META-INF/encryption.xml'
  if (!archive.has(path)) return
  const references = await readElements({ path, bytes: await archive.read(path, { maxBytes: maxListBytes }), turn }, [
    'CipherReference',
  ])
  const encrypted = new Set(references.map(({ attributes }) => resolveAddress(attributes.URI ?? '', '')?.path))
  if (paths.some((one) => encrypted.has(one)))
    throw new ManuscriptFault('The EPUB is protected (DRM) and cannot be read')
}
