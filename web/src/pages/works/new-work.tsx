import { paths } from '@utter/contracts/screens'
import { RequireUser } from '../../features/session/require-user.tsx'
import { NewWork } from '../../features/works/make/new-work.tsx'
import { NotInPlan, useWorksPlan } from '../../features/works/works-plan.tsx'
import { t } from '../../lib/language/words.ts'
import { screenTitle } from '../../titles.ts'
import { Page } from '../../ui/layout/page.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'

export function NewWorkPage() {
  return (
    <Page {...screenTitle(paths.newWork)}>
      <RequireUser waiting={<Skeleton $height={320} />}>
        <Begin />
      </RequireUser>
    </Page>
  )
}

function Begin() {
  const { isKnown, hasWorks, sentence } = useWorksPlan()
  if (!isKnown) return <Skeleton $height={320} />
  return hasWorks ? <NewWork title={t('Begin with a text')} /> : <NotInPlan sentence={sentence} />
}
