import { Counter } from 'prom-client'

const ended = new Counter({
  name: 'mails_total',
  help: 'Mails that have ended, by what became of them.',
  labelNames: ['outcome'],
})

export const countMail = (outcome: string): void => ended.inc({ outcome })
