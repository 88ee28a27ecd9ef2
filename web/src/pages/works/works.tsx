import { useInfiniteQuery } from '@tanstack/react-query'
import { paths } from '@utter/contracts/screens'
import { RequireUser } from '../../features/session/require-user.tsx'
import { toastRefusal } from '../../features/session/toast-refusal.ts'
import { WaitingWorks, WorksCard } from '../../features/works/list/works-card.tsx'
import { useLiveWorks } from '../../features/works/live-works.ts'
import { NewWork } from '../../features/works/make/new-work.tsx'
import { worksQuery } from '../../features/works/queries.ts'
import { NotInPlan, useWorksPlan } from '../../features/works/works-plan.tsx'
import { t } from '../../lib/language/words.ts'
import { HttpError } from '../../lib/server/http.ts'
import { screenTitle } from '../../titles.ts'
import { Page } from '../../ui/layout/page.tsx'
import { Part } from '../../ui/layout/part.tsx'

export { NewWorkPage } from './new-work.tsx'
export { OneWorkPage } from './work.tsx'

export function WorksPage() {
  return (
    <Page {...screenTitle(paths.works)}>
      <RequireUser waiting={<WaitingWorks />}>
        <List />
      </RequireUser>
    </Page>
  )
}

function List() {
  useLiveWorks()
  const list = useInfiniteQuery(worksQuery)
  const plan = useWorksPlan()
  const more = async () => {
    const { isError, error } = await list.fetchNextPage()
    if (isError) toastRefusal(error, t('Failed to process request'))
  }
  if (!plan.isKnown) return <WaitingWorks />
  if (list.error instanceof HttpError && list.error.problem?.code === 'plan_required' && !list.data)
    return <NotInPlan sentence={list.error.problem.error} />
  return (
    <Part query={list} waiting={<WaitingWorks />} failure={t('Your works could not be read')}>
      {({ pages }) => {
        const works = pages.flatMap((page) => page.works)
        if (works.length > 0)
          return (
            <WorksCard
              works={works}
              onMore={list.hasNextPage ? more : undefined}
              isLoadingMore={list.isFetchingNextPage}
              notInPlan={plan.hasWorks ? undefined : plan.sentence}
            />
          )
        return plan.hasWorks ? <NewWork title={t('No works yet')} /> : <NotInPlan sentence={plan.sentence} />
      }}
    </Part>
  )
}
