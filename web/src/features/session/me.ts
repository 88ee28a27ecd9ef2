import { type QueryClient, useQuery } from '@tanstack/react-query'
import { UserAnswer, type UserView } from '@utter/contracts/http/account'
import { resourceOrNull } from '../../lib/resource.ts'

/** Who is signed in; null for a visitor. */
export const meQuery = resourceOrNull(['/api', 'auth', 'me'], UserAnswer)

export function useMe() {
  const { data, isPending } = useQuery(meQuery)
  return { data: data?.user, isPending }
}

export const setMe = (client: QueryClient, user: UserView | null): void => {
  client.setQueryData(meQuery.queryKey, user && { user })
}
