import type { Command, HelpConfiguration } from 'commander'

/**
 * Help of one screen: a command's help lists every command below it with its arguments (`key create EMAIL [NAME] [--days N]`), where
 * commander's own lists the groups alone.
 */
export const help: HelpConfiguration = {
  commandUsage: (command) => `npm run operator -- ${synopsisOf(command)}`,
  visibleCommands: (command) => command.commands.flatMap(leavesOf),
  subcommandTerm: synopsisOf,
  // `--help` is the same in every command.
  visibleOptions: (command) => [...command.options],
  styleUsage: (usage) => usage,
}

const leavesOf = (command: Command): Command[] =>
  command.commands.length === 0 ? [command] : command.commands.flatMap(leavesOf)

const pathOf = (command: Command): string[] => (command.parent ? [...pathOf(command.parent), command.name()] : [])

function synopsisOf(command: Command): string {
  const values = command.registeredArguments.map((one) => (one.required ? one.name() : `[${one.name()}]`))
  const options = command.options.map(({ flags, mandatory }) => {
    const form = flags.replace(/[<>]/g, '')
    return mandatory ? form : `[${form}]`
  })
  const below = command.commands.length > 0 ? ['<command>'] : []
  return [...pathOf(command), ...below, ...values, ...options].join(' ')
}
