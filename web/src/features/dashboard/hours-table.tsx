import type { Stats } from '@utter/contracts/http/jobs/job-views'
import { t } from '../../lib/language/words.ts'
import { Hidden } from '../../ui/layout/hidden.tsx'
import { hourSpan } from './hour-labels.ts'

/** The numbers of the chart, for screen readers. */
export const HoursTable = ({ hours }: { hours: Stats['hours'] }) => (
  <Hidden as="div">
    <table>
      <caption>{t('Jobs of the last 24 hours, by hour')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('Hour')}</th>
          <th scope="col">{t('Completed##jobs')}</th>
          <th scope="col">{t('Failed##jobs')}</th>
        </tr>
      </thead>
      <tbody>
        {hours.map(({ startsAt, completed, failed }) => (
          <tr key={startsAt}>
            <th scope="row">{hourSpan(startsAt).from}</th>
            <td>{completed}</td>
            <td>{failed}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </Hidden>
)
