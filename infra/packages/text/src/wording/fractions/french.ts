import { oneOf } from '../word-lists.ts'
import { partsWith, romance } from './romance.ts'

const isElided = (noun: string) => /^[aeiouéèêhâî]/i.test(noun) && !/^(?:hectare|onze)/i.test(noun)
const partsOf = partsWith((one) => `${one}s`, {
  ...{
    2: 'demi',
    4: 'quart',
    5: 'cinquième',
    6: 'sixième',
    7: 'septième',
    8: 'huitième',
    9: 'neuvième',
    10: 'dixième',
  },
  ...{ 12: 'douzième', 16: 'seizième', 32: 'trente-deuxième', 64: 'soixante-quatrième', 100: 'centième' },
})

export const frenchFractions = romance(
  {
    language: 'fr',
    measures: {
      m: `kilomètre mètre centimètre millimètre kilo kilogramme gramme litre millilitre centilitre an mois:mois jour point verre pied euro
        dollar siècle degré gallon pouce sachet hectare oignon citron poivron concombre avocat mille:milles`,
      f: `heure tasse cuillère cuillerée semaine page livre once fois:fois douzaine tonne bouteille minute seconde journée année pinte pincée pomme poire boîte`,
    },
    parts: { ...partsOf, 3: ['tiers', 'tiers'] },
    one: 'un',
    and: 'et',
    half: { m: 'demi', f: 'demie' },
    halfOf: (noun, gender, hasArticle) => `${hasArticle ? '' : gender === 'f' ? 'une ' : 'un '}demi-${noun}`,
    halfOfAll: 'la moitié',
    partOf: (noun) => (isElided(noun) ? `d'${noun}` : `de ${noun}`),
    oneOf: (noun, gender) => `${gender === 'f' ? 'une' : 'un'} ${noun}`,
    article: /(?:^|\P{L})(?:le|la|un|une|cette|ce|chaque|l['’]) ?$/iu,
  },
  {
    of: /^ (?:(?:de|du|des)(?![\p{L}\d]| \d)|d['’])/u,
    isDated: oneOf('le du au dès depuis jusqu date né née en mesure'),
    isCounter: oneOf(
      'page pages p pp partie étape numéro n chapitre tome question niveau phase manche appartement étage version note résultat score rapport leçon ligne',
    ),
    isScore: oneOf('étoiles étoile points'),
  },
)
