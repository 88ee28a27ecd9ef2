import { paths } from '@utter/contracts/screens'
import { RequireUser } from '../../features/session/require-user.tsx'
import { ReportOfUsage } from '../../features/usage-report/report.tsx'
import { t } from '../../lib/language/words.ts'
import { screenTitle } from '../../titles.ts'
import { LinkButton } from '../../ui/form/button.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'

export function UsageReportPage() {
  return (
    <Page {...screenTitle(paths.usage)} aside={<LinkButton to={paths.account}>{t('My Account')}</LinkButton>}>
      <RequireUser waiting={<Skeleton $height={320} />}>
        <ReportOfUsage />
      </RequireUser>
    </Page>
  )
}
