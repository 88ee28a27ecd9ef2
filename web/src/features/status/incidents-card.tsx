import type { IncidentView } from '@utter/contracts/http/status/incident'
import styled from 'styled-components'
import { t } from '../../lib/language/words.ts'
import { narrow } from '../../theme.ts'
import { Badge } from '../../ui/data/badge.tsx'
import { TimeAgo } from '../../ui/data/time-ago.tsx'
import { Card, CardBody, CardHead } from '../../ui/layout/card.tsx'
import { Caption } from '../../ui/layout/text.tsx'
import { incidentStateLabels, partLabels } from './status-labels.ts'

const Incident = styled.article`
  display: grid;
  gap: 10px;
  padding: 16px 20px;
  border-top: 1px solid var(--line);
  overflow-wrap: anywhere;
  ${narrow} { padding: 16px; }

  header { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 4px 16px; }
  h3 { font-size: 14px; line-height: 20px; font-weight: 550; }
  ol { display: grid; gap: 8px; margin: 0; padding: 0; list-style: none; }
  li { color: var(--fg-2); }
  li b { color: var(--fg); font-weight: 550; }
`

interface IncidentsCardProps {
  /** Null: they cannot be read. */
  incidents: IncidentView[] | null
  now: number
}

/** Faults of the platform, as its operator tells of them. */
export const IncidentsCard = ({ incidents, now }: IncidentsCardProps) => (
  <Card aria-labelledby="incidents-title">
    <CardHead>
      <hgroup>
        <h2 id="incidents-title">{t('Incidents')}</h2>
        <p>{t('What the operator says, for 90 days.')}</p>
      </hgroup>
    </CardHead>
    {incidents === null || incidents.length === 0 ? (
      <CardBody>
        <p>{incidents === null ? t('Incidents cannot be read at present.') : t('There was no incident in 90 days.')}</p>
      </CardBody>
    ) : (
      incidents.map((incident) => <OneIncident key={incident.id} incident={incident} now={now} />)
    )}
  </Card>
)

function OneIncident({ incident: { title, parts, state, updates }, now }: { incident: IncidentView; now: number }) {
  return (
    <Incident>
      <header>
        <h3>{title}</h3>
        <Badge tone={state === 'resolved' ? 'completed' : 'warning'}>{t(incidentStateLabels[state])}</Badge>
      </header>
      {parts.length > 0 && <Caption>{parts.map((part) => t(partLabels[part].title)).join(', ')}</Caption>}
      <ol>
        {updates.map((update) => (
          <li key={update.at}>
            <b>{t(incidentStateLabels[update.state])}</b> {update.text}{' '}
            <Caption>
              <TimeAgo at={update.at} now={now} />
            </Caption>
          </li>
        ))}
      </ol>
    </Incident>
  )
}
