import { oneOf } from '../word-lists.ts'
import { partsWith, romance } from './romance.ts'

export const italianFractions = romance(
  {
    language: 'it',
    measures: {
      m: `chilometro:chilometri metro:metri centimetro:centimetri millimetro:millimetri chilo:chili chilogrammo:chilogrammi grammo:grammi
        litro:litri millilitro:millilitri anno:anni mese:mesi giorno:giorni minuto:minuti secondo:secondi punto:punti bicchiere:bicchieri
        cucchiaio:cucchiai cucchiaino:cucchiaini piede:piedi euro:euro dollaro:dollari secolo:secoli grado:gradi pollice:pollici
        quintale:quintali limone:limoni peperone:peperoni miglio:miglio`,
      f: `ora:ore tazza:tazze settimana:settimane pagina:pagine libbra:libbre oncia:once volta:volte dozzina:dozzine tonnellata:tonnellate
        bottiglia:bottiglie bustina:bustine cipolla:cipolle miglia:miglia`,
    },
    parts: partsWith((one) => one.replace(/o$/, 'i'), {
      ...{
        2: 'mezzo',
        3: 'terzo',
        4: 'quarto',
        5: 'quinto',
        6: 'sesto',
        7: 'settimo',
        8: 'ottavo',
        9: 'nono',
        10: 'decimo',
      },
      ...{ 12: 'dodicesimo', 16: 'sedicesimo', 32: 'trentaduesimo', 64: 'sessantaquattresimo', 100: 'centesimo' },
    }),
    one: 'un',
    and: 'e',
    half: { m: 'mezzo', f: 'mezza' },
    halfOf: (noun) => (noun === 'miglia' ? 'mezzo miglio' : undefined),
    halfOfAll: 'metà',
    partOf: (noun) => (/^[aeiou]/.test(noun) ? `d'${noun}` : `di ${noun}`),
    oneOf: (noun, gender) => (gender === 'f' ? (/^[aeiou]/.test(noun) ? `un'${noun}` : `una ${noun}`) : `un ${noun}`),
    article: /(?:^|\P{L})(?:il|lo|la|un|una|l['’]) ?$/iu,
  },
  {
    of: /^ (?:di|del|dello|della|dei|degli|delle|dell['’]\p{L}+)(?!\p{L})/u,
    isDated: oneOf('il dal al giorno entro fino data nato nata del in tempo'),
    isCounter: oneOf(
      'pagina pagine pag p pp parte passo numero n capitolo tomo domanda livello fase turno interno piano versione voto risultato punteggio rapporto lezione misura riga',
    ),
    isScore: oneOf('stelle stella punti'),
  },
)
