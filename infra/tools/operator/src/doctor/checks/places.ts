import { join } from 'node:path'
import { type Finding, failed } from '../check.ts'
import { NotExamined } from '../not-examined.ts'
import { messageOf } from '../run-checks.ts'

type Away = { store: string; variable: string; log: string; dataDir: string | undefined }

/** The finding of a store that cannot be opened. @throws NotExamined where nothing says where it is */
export function whereToLook(error: unknown, { store, variable, log, dataDir }: Away): Finding {
  if (error instanceof NotExamined) throw error
  const observed = `${store} is unavailable: ${messageOf(error)}`
  return dataDir === undefined
    ? failed(observed, `start ${store}, or set ${variable} to where it is`)
    : failed(observed, `stop and start again: npm start (its log: ${join(dataDir, 'logs', `${log}.log`)})`)
}

/** The command that starts a process. */
export const startCommand = (process: string, dataDir: string | undefined): string =>
  dataDir === undefined
    ? `docker compose up --detach ${process}, or kubectl rollout restart deployment/${process}`
    : `stop and start again: npm start (its log: ${join(dataDir, 'logs', `${process}.log`)})`
