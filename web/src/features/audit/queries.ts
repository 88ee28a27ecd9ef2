import { infiniteQueryOptions } from '@tanstack/react-query'
import { type AuditRow, AuditRows } from '@utter/contracts/http/account/audit'
import { HttpError } from '../../lib/server/http.ts'

interface AuditPage {
  rows: AuditRow[]
  /** Address of the next page; undefined on the last one. */
  next: string | undefined
}

/** A page of 100 rows. Its `Link` header names the next one, which a read of the body alone would lose. */
async function readPage(address: string, signal: AbortSignal): Promise<AuditPage> {
  const response = await fetch(address, { credentials: 'include', signal })
  const text = await response.text()
  if (!response.ok) throw new HttpError(response.status, text, response.statusText, response.headers.get('retry-after'))
  const next = /<([^>]+)>;\s*rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
  return { rows: AuditRows.parse(JSON.parse(text)), next }
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
