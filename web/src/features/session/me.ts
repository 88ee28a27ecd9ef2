import { hashKey, type QueryClient, useQuery } from '@tanstack/react-query'
import { UserAnswer, type UserView } from '@utter/contracts/http/account/user-view'
import { clearDrafts } from '../../lib/drafts.ts'
import { clearRecent } from '../../lib/recent.ts'
import { createQueryClient } from '../../lib/server/query-client.ts'
import { resourceOrNull } from '../../lib/server/resource.ts'
import { openTabChannel, type TabChannel } from '../../lib/tabs.ts'

/** The signed-in person; null for a visitor. */
const meQuery = resourceOrNull(['/api', 'auth', 'me'], UserAnswer)

/** Asks who is signed in, and what the plan is now. */
export const readMe = (client: QueryClient) => client.fetchQuery({ ...meQuery, staleTime: 0 })

export function useMe() {
  const { data } = useQuery(meQuery)
  // A failed read leaves it open who is signed in: nobody is sent to the login because the server is unavailable.
  return { data: data?.user, isPending: data === undefined }
}

/** Whether somebody may be signed in: the gateway writes into the page if a session cookie came with its request. */
const hasSessionCookie = () => document.documentElement.dataset.session !== 'no'

/** The app's cache; who is signed in is on its way while the first screen still loads. A visitor is known without a question. */
export function createAppCache(): QueryClient {
  // A session that ended elsewhere shows at the first request it refuses: ask who is signed in.
  const client = createQueryClient({ onUnauthorized: (cache) => void readMe(cache).catch(() => undefined) })
  if (hasSessionCookie()) void client.prefetchQuery(meQuery)
  else client.setQueryData(meQuery.queryKey, null)
  return client
}

let otherTabs: TabChannel<'changed'> | undefined

/** Sets another person, or nobody, in this tab and in the others, and forgets the data of the one before. */
export function becomeUser(client: QueryClient, user: UserView | null): void {
  setUser(client, user)
  otherTabs?.post('changed')
}

function setUser(client: QueryClient, user: UserView | null): void {
  const me = hashKey(meQuery.queryKey)
  client.removeQueries({ predicate: (query) => query.queryHash !== me })
  client.setQueryData(meQuery.queryKey, user && { user })
  if (user) return
  clearDrafts()
  clearRecent()
}

/** The second parts of the paths at which `/api/…` returns data of the account itself. Jobs have their streams. */
const partsOfAccount: unknown[] = [
  'auth',
  'billing',
  'keys',
  'pronunciations',
  'referrals',
  'settings',
  'usage',
  'voices',
  'webhooks',
]

/** Reads again what is on screen of the account, in this tab. */
export const readAccountAgain = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({
    predicate: ({ queryKey: [api, part] }) => api === '/api' && partsOfAccount.includes(String(part).split('?', 1)[0]),
  })

/** After a change of what the account has, its plan above all: what is on screen of it is read again, in this tab and in the others. */
export async function accountChanged(client: QueryClient): Promise<void> {
  otherTabs?.post('changed')
  await readAccountAgain(client)
}

/** Follows log-ins, log-outs and changes of the account in other tabs. @returns ends it */
export function followOtherTabs(client: QueryClient): () => void {
  otherTabs = openTabChannel('utter-session', async () => {
    const before = client.getQueryData(meQuery.queryKey)?.user.id
    const now = await readMe(client).catch(() => undefined)
    if (now === undefined) return
    // No user is signed in: also where this tab had noticed it, by its stream's end or a refusal, and has cleared
    // nothing yet.
    if (now && now.user.id === before) await readAccountAgain(client)
    else setUser(client, now?.user ?? null)
  })
  return () => {
    otherTabs?.close()
    otherTabs = undefined
  }
}

/** Whether the session is still valid; also true while the server cannot be asked. */
export const isStillSignedIn = (client: QueryClient): Promise<boolean> =>
  readMe(client).then(
    (answer) => answer !== null,
    () => true,
  )
