import type { IncidentState, IncidentView } from '@utter/contracts/http/status/incident'
import type { ServedPartName } from '@utter/contracts/http/status/served'
import type { Command } from 'commander'
import { incidentId, incidentPart, incidentState, incidentText, incidentTitle } from '../arguments.ts'
import type { FindPlatform } from '../platform.ts'

/** Incidents of the status page, beside its own figures. */
export function addIncidentCommands(program: Command, platform: FindPlatform): void {
  const incident = program.command('incident')
  incident
    .command('open')
    .summary('an incident on the status page')
    .description('Opens an incident on the status page, and prints its id. Whoever looks at /status reads it.')
    .addArgument(incidentTitle)
    .addArgument(incidentText)
    .addOption(incidentPart)
    .action(async (title: string, text: string, { part: parts = [] }: { part?: ServedPartName[] }) => {
      console.log(lineOf(await (await platform()).operator.openIncident({ title, text, parts })))
    })
  incident
    .command('update')
    .summary('what is new of it; resolved closes it')
    .description('Adds what is new to an incident. The state resolved closes it, and any other opens it again.')
    .addArgument(incidentId)
    .addArgument(incidentState)
    .addArgument(incidentText)
    .action(async (id: string, state: IncidentState, text: string) => {
      console.log(lineOf(await (await platform()).operator.updateIncident(id, { state, text })))
    })
  incident
    .command('list')
    .summary('incidents of the last 90 days, the newest first')
    .description('Prints the incidents of the status page: id, state, when it began, when it ended, title.')
    .action(async () => {
      const incidents = await (await platform()).operator.incidents()
      console.log(incidents.length > 0 ? incidents.map(lineOf).join('\n') : 'There is no incident.')
    })
}

const lineOf = ({ id, state, openedAt, resolvedAt, title }: IncidentView): string =>
  [id, state, openedAt, resolvedAt ?? '-', title].join('\t')
