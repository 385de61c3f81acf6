import { readFileSync } from 'node:fs'
import { zoneOf } from '../../src/lib/places/time-zone.ts'
import { createRandom } from '../random.ts'

export type WeightedMunicipality = {
  name: string
  state: string
  latitude: number
  longitude: number
  timeZone: string
  weight: number
}

/** Inhabitants of the largest municipalities in thousands (census of 2022, rounded); the others get a random weight. */
const largest = `
SP São Paulo 11452, RJ Rio de Janeiro 6211, DF Brasília 2817, CE Fortaleza 2429, BA Salvador 2418, MG Belo Horizonte 2316,
AM Manaus 2064, PR Curitiba 1774, PE Recife 1489, GO Goiânia 1437, RS Porto Alegre 1333, PA Belém 1303, SP Guarulhos 1292,
SP Campinas 1139, MA São Luís 1038, AL Maceió 958, MS Campo Grande 898, RJ São Gonçalo 897, PI Teresina 866, PB João Pessoa 834,
SP São Bernardo do Campo 811, RJ Duque de Caxias 808, RJ Nova Iguaçu 786, RN Natal 751, SP Santo André 749, SP Osasco 729,
SP Sorocaba 724, MG Uberlândia 713, SP Ribeirão Preto 699, SP São José dos Campos 697, MT Cuiabá 651, PE Jaboatão dos Guararapes 644,
MG Contagem 622, SC Joinville 616, BA Feira de Santana 616, SE Aracaju 603, PR Londrina 556, MG Juiz de Fora 541, SC Florianópolis 537,
GO Aparecida de Goiânia 528, ES Serra 521, RJ Campos dos Goytacazes 484, RJ Belford Roxo 483, RJ Niterói 481, SP São José do Rio Preto 480,
PA Ananindeua 479, ES Vila Velha 468, RO Porto Velho 461, SP Mogi das Cruzes 452, RS Caxias do Sul 463, SP Jundiaí 443, AP Macapá 443,
RJ São João de Meriti 441, SP Piracicaba 424, MG Montes Claros 415, RR Boa Vista 413, PR Maringá 410, GO Anápolis 399, SP Santos 419,
SP Mauá 419, MG Betim 412, SP Diadema 393, SP Bauru 379, ES Vitória 323, PB Campina Grande 420, SC Blumenau 361, PE Olinda 350,
PE Caruaru 378, AC Rio Branco 365, BA Vitória da Conquista 371, TO Palmas 303, RS Canoas 348, RS Pelotas 326, PE Petrolina 387,
PR Ponta Grossa 358, PR Cascavel 348, SP Franca 353, CE Caucaia 356, CE Juazeiro do Norte 286, MT Várzea Grande 300, MG Uberaba 338`

const table = new URL('../../src/features/places/municipalities.json', import.meta.url)

/** Every municipality of Brazil that has coordinates, with its weight. */
export function listWeightedMunicipalities(): WeightedMunicipality[] {
  const inhabitants = readInhabitants()
  const states = JSON.parse(readFileSync(table, 'utf8')) as Record<
    string,
    [number, string, number | null, number | null][]
  >
  return Object.entries(states).flatMap(([state, rows]) =>
    rows.flatMap(([code, name, latitude, longitude]) => {
      if (latitude === null || longitude === null) return []
      const weight = inhabitants.get(`${state} ${name}`) ?? 4 + 70 * createRandom(String(code)).next() ** 3
      return [{ name, state, latitude, longitude, timeZone: zoneOf(latitude, longitude), weight }]
    }),
  )
}

function readInhabitants() {
  const entries = largest.trim().split(/,\s+/)
  return new Map(
    entries.map((entry) => [entry.slice(0, entry.lastIndexOf(' ')), Number(entry.slice(entry.lastIndexOf(' ') + 1))]),
  )
}

export type Share = WeightedMunicipality & { first: number; count: number }

/** Gives each municipality a range of shop numbers in proportion to its weight; the counts add up to `shops`. */
export function shareShops(municipalities: readonly WeightedMunicipality[], shops: number): Share[] {
  const total = municipalities.reduce((sum, { weight }) => sum + weight, 0)
  let reached = 0
  let first = 0
  return municipalities.flatMap((municipality) => {
    reached += municipality.weight
    const end = Math.round((reached / total) * shops)
    const share = { ...municipality, first, count: end - first }
    first = end
    return share.count > 0 ? [share] : []
  })
}
