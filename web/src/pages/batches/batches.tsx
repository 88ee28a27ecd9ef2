import { useInfiniteQuery } from '@tanstack/react-query'
import { paths } from '@utter/contracts/screens'
import { useBatchesPlan } from '../../features/batches/batches-plan.ts'
import { BatchesCard, WaitingBatches } from '../../features/batches/list/batches-card.tsx'
import { useLiveBatches } from '../../features/batches/live-batches.ts'
import { NewBatch } from '../../features/batches/make/new-batch.tsx'
import { batchesQuery } from '../../features/batches/queries.ts'
import { RequireUser } from '../../features/session/require-user.tsx'
import { toastRefusal } from '../../features/session/toast-refusal.ts'
import { NotInPlan } from '../../features/works/works-plan.tsx'
import { t } from '../../lib/language/words.ts'
import { screenTitle } from '../../titles.ts'
import { Page } from '../../ui/layout/page.tsx'
import { Part } from '../../ui/layout/part.tsx'

export { NewBatchPage } from './new-batch.tsx'

export function BatchesPage() {
  return (
    <Page {...screenTitle(paths.batches)}>
      <RequireUser waiting={<WaitingBatches />}>
        <List />
      </RequireUser>
    </Page>
  )
}

function List() {
  const list = useInfiniteQuery(batchesQuery)
  const { isKnown, hasBatches, sentence } = useBatchesPlan()
  useLiveBatches(
    list.data?.pages.some(({ batches }) =>
      batches.some(({ counts: { pending, processing } }) => pending + processing > 0),
    ) ?? false,
  )
  const more = async () => {
    const { isError, error } = await list.fetchNextPage()
    if (isError) toastRefusal(error, t('Failed to process request'))
  }
  if (!isKnown) return <WaitingBatches />
  return (
    <Part query={list} waiting={<WaitingBatches />} failure={t('Your batches could not be read')}>
      {({ pages }) => {
        const batches = [...new Map(pages.flatMap((page) => page.batches).map((one) => [one.batchId, one])).values()]
        if (batches.length > 0)
          return (
            <BatchesCard
              batches={batches}
              onMore={list.hasNextPage ? more : undefined}
              isLoadingMore={list.isFetchingNextPage}
              notInPlan={hasBatches ? undefined : sentence}
            />
          )
        return hasBatches ? <NewBatch title={t('No batches yet')} /> : <NotInPlan sentence={sentence} />
      }}
    </Part>
  )
}
