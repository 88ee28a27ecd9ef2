import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { onPath } from '../cache/on-path.ts'
import { messageOf, StartError } from '../start-error.ts'
import { isTaken, mongoSeries, mongoVersion, oldestPatch, seriesOf } from './mongo-version.ts'
import { downloadMongod, type Source } from './mongod-download.ts'
import type { StartContext } from './server.ts'
import { versionOf } from './version-of-mongod.ts'

/** A mongod, or the server that takes its place, with the reason. */
export type Choice = { mongod: string; version: string } | { because: string }

/** Where each kind has its data, in a data folder, and beside it the version of the mongod that wrote it last. */
export const placesIn = (dataDir: string) => ({
  real: join(dataDir, 'mongo'),
  compatible: join(dataDir, 'mongo-java', 'data.mv'),
  version: join(dataDir, 'mongo-version'),
})

const wayOver =
  'the way over is `npm run operator -- backup FILE`, a start with another UTTER_DATA, and `npm run operator -- restore FILE`'

/**
 * An installed mongod, else one that is fetched, else the compatible server. A data folder stays with the kind and the series that it
 * began with, since neither reads the files of another.
 */
export async function chooseMongo(context: StartContext, source?: Partial<Source>): Promise<Choice> {
  const { dataDir } = context
  const { real, compatible, version } = placesIn(dataDir)
  // A folder alone says nothing: a mongod that could not run has left one too.
  const hasData = existsSync(join(real, 'WiredTiger'))
  if (!hasData && existsSync(compatible)) return { because: `the data in ${dataDir} began with it; ${wayOver}` }
  const madeBy = hasData ? (await readFile(version, 'utf8').catch(() => '')).trim() : ''
  if (madeBy && seriesOf(madeBy) !== mongoSeries)
    throw new StartError(
      `The data in ${dataDir} was made by MongoDB ${madeBy}, and this Utter runs ${mongoSeries}: set MONGO_URL to a MongoDB ${seriesOf(madeBy)} on ${real}, or choose another UTTER_DATA. From an Utter on that one to this, ${wayOver}.`,
    )
  const found = await findMongod(context, source)
  if ('because' in found && hasData)
    throw new StartError(
      `The data in ${dataDir} was made by a mongod, and none was found (${found.because}): install MongoDB ${mongoSeries}, set MONGO_URL, or choose another UTTER_DATA.`,
    )
  return found
}

async function findMongod(context: StartContext, source?: Partial<Source>): Promise<Choice> {
  const installed = await onPath('mongod', context.env)
  const unfit = installed ? await readInstalled(installed) : undefined
  if (unfit && 'mongod' in unfit) return unfit
  const downloaded = await downloadMongod(context, source)
  if ('path' in downloaded) {
    if (unfit) context.report(`An installed mongod is passed over: ${unfit.because}.`)
    return { mongod: downloaded.path, version: mongoVersion }
  }
  return { because: [unfit?.because, downloaded.refusal].filter(Boolean).join('; ') }
}

async function readInstalled(mongod: string): Promise<Choice> {
  try {
    const version = await versionOf(mongod)
    if (isTaken(version)) return { mongod, version }
    return {
      because: `${mongod} is MongoDB ${version}, and Utter takes ${mongoSeries}.${oldestPatch} and newer patches`,
    }
  } catch (error) {
    return { because: messageOf(error) }
  }
}
