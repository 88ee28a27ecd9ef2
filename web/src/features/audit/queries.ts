import { infiniteQueryOptions } from '@tanstack/react-query'
import { type AuditRow, AuditRows } from '@utter/contracts/http/account/audit'
import { readLinked } from '../../lib/server/read-linked.ts'

interface AuditPage {
  rows: AuditRow[]
  /** Address of the next page; undefined on the last one. */
  next: string | undefined
}

/** A page of 100 rows. */
async function readPage(address: string, signal: AbortSignal): Promise<AuditPage> {
  const { body, next } = await readLinked(address, signal)
  return { rows: AuditRows.parse(body), next }
}

/**
 * The account's audit log, newest first, with the log-ins that failed or without. It grows without this page, so it is read again whenever it
 * is shown.
 */
export const auditQuery = (withFailures: boolean) =>
  infiniteQueryOptions({
    queryKey: ['/api', 'auth', 'audit', { withFailures }],
    queryFn: ({ pageParam, signal }) => readPage(pageParam, signal),
    initialPageParam: `/api/auth/audit?failedLogins=${withFailures}`,
    getNextPageParam: ({ next }: AuditPage) => next,
    refetchOnMount: 'always',
  })
