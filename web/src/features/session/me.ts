import { hashKey, type QueryClient, useQuery } from '@tanstack/react-query'
import { UserAnswer, type UserView } from '@utter/contracts/http/account'
import { resourceOrNull } from '../../lib/resource.ts'

/** The signed-in person; null for a visitor. */
export const meQuery = resourceOrNull(['/api', 'auth', 'me'], UserAnswer)

export function useMe() {
  const { data } = useQuery(meQuery)
  // A failed read leaves it open who is signed in: nobody is sent to the login because the server is unavailable.
  return { data: data?.user, isPending: data === undefined }
}

/** Sets another person, or nobody, and forgets the data of the one before. */
export function becomeUser(client: QueryClient, user: UserView | null): void {
  const me = hashKey(meQuery.queryKey)
  client.removeQueries({ predicate: (query) => query.queryHash !== me })
  client.setQueryData(meQuery.queryKey, user && { user })
}
