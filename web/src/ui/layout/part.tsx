import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useDeferredValue } from 'react'
import { t } from '../../lib/language/words.ts'
import { sentenceOf } from '../../lib/server/http.ts'
import { Button } from '../form/button.tsx'
import { FailureNote } from './failure-note.tsx'
import { Stack } from './text.tsx'

interface PartProps<T> {
  query: UseQueryResult<T>
  /** Blocks of the size of what will be here. */
  waiting: ReactNode
  /** The failure, where the server gave no sentence: 'Your usage could not be read'. */
  failure: string
  children: (data: T) => ReactNode
}

/** A part of a screen with data of its own: while it is read, once it is there, or a failure. The other parts stay. */
export function Part<T>({ query, waiting, failure, children }: PartProps<T>) {
  // Drawn in slices: a slow processor answers a touch between two of them.
  const data = useDeferredValue(query.data)
  if (data !== undefined) return children(data)
  if (!query.isError || query.isFetching || query.data !== undefined) return <div aria-busy="true">{waiting}</div>
  return (
    <Stack $gap={12} role="alert">
      <FailureNote>{sentenceOf(query.error, failure)}</FailureNote>
      <div>
        <Button isSmall onClick={() => query.refetch()}>
          {t('Try again')}
        </Button>
      </div>
    </Stack>
  )
}
