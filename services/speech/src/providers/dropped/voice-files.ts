import { lstat, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Piper's largest are 130 MB. */
const maxModelBytes = 300e6
const maxJsonBytes = 1e6
/** Each is read and has to speak at every start of a process. */
const maxVoices = 100

const modelName = /^(?<id>[A-Za-z0-9][\w-]{0,63})\.onnx$/

/** A model in the folder. `mark` is another as soon as one of its files is. */
export type VoiceFiles = { id: string; mark: string }

/** The models of a folder, and the reasons why others are none, by their files. */
export async function voiceFilesIn(dir: string): Promise<{ found: VoiceFiles[]; refused: Map<string, string> }> {
  const models = (await readdir(dir)).filter((name) => name.endsWith('.onnx')).toSorted()
  const refused = new Map<string, string>()
  const ids: string[] = []
  for (const name of models) {
    const id = modelName.exec(name)?.groups?.id
    if (!id) refused.set(name, 'a name has letters, digits, _ and - before .onnx')
    else if (ids.length >= maxVoices) refused.set(name, `there are ${maxVoices} voices before it`)
    else ids.push(id)
  }
  const found = ids.map(async (id) => ({ id, mark: (await marksOf(dir, id)).join() }))
  return { found: await Promise.all(found), refused }
}

const endings = ['.onnx', '.onnx.json', '.voice.json']
const marksOf = (dir: string, id: string): Promise<string[]> =>
  Promise.all(
    endings.map(async (ending) => {
      const about = await lstat(join(dir, id + ending)).catch(() => undefined)
      return about ? `${about.size}-${about.mtimeMs}-${about.ino}` : ''
    }),
  )

export type VoiceText = { json: string; sidecar: string | undefined }

/** The descriptions of a voice. @throws Error with the reason as the end of a sentence */
export async function readDescriptions(dir: string, id: string): Promise<VoiceText> {
  await mustBeFile(join(dir, `${id}.onnx`), `${id}.onnx`, maxModelBytes)
  const read = async (name: string) => {
    await mustBeFile(join(dir, name), name, maxJsonBytes)
    return readFile(join(dir, name), 'utf8')
  }
  const sidecar = `${id}.voice.json`
  const hasSidecar = await lstat(join(dir, sidecar)).then(
    () => true,
    () => false,
  )
  return { json: await read(`${id}.onnx.json`), sidecar: hasSidecar ? await read(sidecar) : undefined }
}

async function mustBeFile(path: string, name: string, maxBytes: number): Promise<void> {
  const about = await lstat(path).catch(() => undefined)
  if (!about) throw new Error(`there is no ${name}`)
  if (!about.isFile()) throw new Error(`${name} is no file of its own`)
  if (about.size > maxBytes) throw new Error(`${name} has more than ${maxBytes / 1e6} MB`)
}
