import type { ApiKeyView } from '@utter/contracts/http/account/api-keys'
import { sessionKey } from '@utter/contracts/http/account/requests'
import styled from 'styled-components'
import { msg, t } from '../../lib/language/words.ts'
import { medium, narrow } from '../../theme.ts'
import { SearchInput } from '../../ui/form/search-input.tsx'
import { Select } from '../../ui/form/select.tsx'
import { Card, CardBody, CardHead } from '../../ui/layout/card.tsx'
import { sessionName } from './request-labels.ts'
import type { RequestFilterState } from './use-request-filters.ts'

const Head = styled(CardHead)`
  padding-bottom: 4px;
`

const Line = styled(CardBody)`
  grid-template-columns: minmax(0, 1fr) 168px 168px 132px;
  gap: 12px;
  ${medium} {
    grid-template-columns: repeat(3, minmax(0, 1fr));
    > :first-child { grid-column: 1 / -1; }
  }
  ${narrow} { grid-template-columns: minmax(0, 1fr); }
`

const statuses = {
  '2xx': msg('All that is OK'),
  '4xx': msg('All that is refused'),
  '5xx': msg('All that failed'),
  '400': msg('400 not valid'),
  '402': msg('402 no calls left'),
  '403': msg('403 not allowed'),
  '404': msg('404 not found'),
  '409': msg('409 conflict'),
  '429': msg('429 too many'),
  '503': msg('503 busy'),
}
const methods = ['GET', 'POST', 'PUT', 'DELETE']

interface RequestFiltersProps {
  state: RequestFilterState
  keys: readonly ApiKeyView[]
}

export const RequestFiltersCard = ({ state: { filters, text, setText, set }, keys }: RequestFiltersProps) => (
  <Card aria-labelledby="request-filters">
    <Head>
      <h2 id="request-filters">{t('Filters')}</h2>
    </Head>
    <Line role="search" aria-labelledby="request-filters">
      <SearchInput
        placeholder={t('Path or request id')}
        aria-label={t('Path or request id')}
        maxLength={200}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Select
        aria-label={t('Filter by status')}
        value={filters.status ?? ''}
        onChange={({ target }) => set('status', target.value)}
      >
        <option value="">{t('Any status')}</option>
        {Object.entries(statuses)
          .sort(([one], [other]) => Number(/^\d+$/.test(one)) - Number(/^\d+$/.test(other)))
          .map(([status, label]) => (
            <option key={status} value={status}>
              {t(label)}
            </option>
          ))}
      </Select>
      <Select
        aria-label={t('Filter by key')}
        value={filters.key ?? ''}
        onChange={({ target }) => set('key', target.value)}
      >
        <option value="">{t('Any key')}</option>
        {keys.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
        <option value={sessionKey}>{t(sessionName)}</option>
      </Select>
      <Select
        aria-label={t('Filter by method')}
        value={filters.method ?? ''}
        onChange={({ target }) => set('method', target.value)}
      >
        <option value="">{t('Any method')}</option>
        {methods.map((method) => (
          <option key={method}>{method}</option>
        ))}
      </Select>
    </Line>
  </Card>
)
