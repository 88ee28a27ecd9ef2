import { paths } from '@utter/contracts/screens'
import { useBatchesPlan } from '../../features/batches/batches-plan.ts'
import { NewBatch } from '../../features/batches/make/new-batch.tsx'
import { RequireUser } from '../../features/session/require-user.tsx'
import { NotInPlan } from '../../features/works/works-plan.tsx'
import { t } from '../../lib/language/words.ts'
import { screenTitle } from '../../titles.ts'
import { Page } from '../../ui/layout/page.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'

export function NewBatchPage() {
  return (
    <Page {...screenTitle(paths.newBatch)}>
      <RequireUser waiting={<Skeleton $height={320} />}>
        <Begin />
      </RequireUser>
    </Page>
  )
}

function Begin() {
  const { isKnown, hasBatches, sentence } = useBatchesPlan()
  if (!isKnown) return <Skeleton $height={320} />
  return hasBatches ? <NewBatch title={t('Begin with a list')} /> : <NotInPlan sentence={sentence} />
}
