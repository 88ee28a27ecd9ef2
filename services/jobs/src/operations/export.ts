import type { Operation } from '@utter/http/openapi/operation'

/** The export in the API's description. */
export const exportOperation: Operation = {
  id: 'exportAccount',
  tag: 'Account',
  summary: 'All of the account’s data, as a zip',
  description:
    '`account.json` has the account, its API keys, its sessions, and the newest 1,000 entries of its audit and of its log of requests; `pronunciations.json` its list, where it has one; `works/` its works, a file a chapter; `jobs/…jsonl` its jobs, newest first, 500 a file; `sounds/` their audio. Only in a session whose password was given in the last 15 minutes. It is made while it is sent: one that breaks off is not whole.',
  answers: { 200: { description: 'The zip.', types: ['application/zip'], headers: ['Content-Disposition'] } },
  refusals: {
    403: 'The password was given too long ago (`code` `password_required`).',
    429: 'Over the rate, or another export of the account is under way.',
  },
}
