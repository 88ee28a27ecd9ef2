import { Suspense } from 'react'
import { lazyView } from '../../../lib/lazy-view.tsx'
import { Boundary } from '../../../ui/layout/boundary.tsx'
import { Skeleton } from '../../../ui/layout/skeleton.tsx'
import { ListSourceCard } from './list-source-card.tsx'
import { useList } from './use-list.ts'

// Reading a list, its voices and settings are fetched once there is a list.
const form = lazyView(async () => (await import('./batch-form.tsx')).BatchForm)

/** From a list to its batches: read, checked, priced, and sent. @param title of its first step */
export function NewBatch({ title }: { title: string }) {
  const state = useList()
  if (!state.source) return <ListSourceCard state={state} title={title} />
  const waiting = <Skeleton $height={480} />
  return (
    <Boundary fallback={waiting} onError={form.forget}>
      <Suspense fallback={waiting}>
        <form.View state={state} source={state.source} />
      </Suspense>
    </Boundary>
  )
}
