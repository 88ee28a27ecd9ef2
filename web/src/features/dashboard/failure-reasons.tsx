import type { Stats } from '@utter/contracts/http/jobs/job-views'
import { paths } from '@utter/contracts/screens'
import { Link } from 'react-router-dom'
import styled from 'styled-components'
import { grouped } from '../../lib/format/counted.ts'
import { fromServer } from '../../lib/language/from-server.ts'
import { t } from '../../lib/language/words.ts'
import { truncate } from '../../theme.ts'

const Title = styled.h3`
  margin-bottom: 4px;
  color: var(--fg-3);
  font-size: 13px;
  font-weight: 500;
`

const Reason = styled(Link)`
  display: flex;
  justify-content: space-between;
  align-items: center;
  gap: 12px;
  min-height: 30px;
  margin: 0 -8px;
  padding: 0 8px;
  border-radius: var(--r-2);
  font-size: 13px;
  text-decoration: none;
  font-variant-numeric: tabular-nums;
  &:hover { background: var(--hover); }
  span {
    ${truncate}
    text-decoration: underline;
    text-decoration-color: var(--line-strong);
    text-underline-offset: 3px;
  }
  &:hover span { text-decoration-color: currentColor; }
  b { color: var(--fg-2); font-weight: 400; }
`

const Nothing = styled.p`
  color: var(--fg-3);
  font-size: 13px;
`

const address = (code: string) => `${paths.jobs}?${new URLSearchParams({ status: 'failed', code })}`

/** Why jobs failed: each reason leads to its jobs. */
export const FailureReasons = ({ failures }: { failures: Stats['failures'] }) => (
  <div>
    <Title>{t('Why jobs failed')}</Title>
    {failures.length === 0 ? (
      <Nothing>{t('No job has failed.')}</Nothing>
    ) : (
      <ul>
        {failures.map(({ code, error, jobs }) => (
          <li key={code}>
            <Reason to={address(code)}>
              <span>{fromServer(error)}</span>
              <b>{grouped(jobs)}</b>
            </Reason>
          </li>
        ))}
      </ul>
    )}
  </div>
)
