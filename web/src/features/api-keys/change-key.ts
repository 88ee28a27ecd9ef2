import type { QueryClient } from '@tanstack/react-query'
import { ApiKeyView, type ChangeApiKey } from '@utter/contracts/http/account/api-keys'
import { request } from '../../lib/server/http.ts'
import { accountChanged } from '../session/me.ts'
import { keysQuery } from './queries.ts'

export const changeKey = async (id: string, body: ChangeApiKey): Promise<ApiKeyView> =>
  ApiKeyView.parse(await request('PUT', `/api/keys/${id}`, { body }))

/** Shows a key as the server answered it, before all keys are read again. */
export function keyChanged(client: QueryClient, changed: ApiKeyView): Promise<void> {
  client.setQueryData(keysQuery.queryKey, (keys) => keys?.map((key) => (key.id === changed.id ? changed : key)))
  return accountChanged(client)
}
