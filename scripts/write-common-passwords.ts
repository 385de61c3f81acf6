/**
 * Writes server/src/features/accounts/common-passwords.txt: the passwords that an attacker in Brazil tries first. No leaked
 * list is copied; common patterns (a word and a year, a keyboard walk, a repetition) are expanded.
 * Run: node scripts/write-common-passwords.ts
 */
import { writeFileSync } from 'node:fs'

const words = `senha password pass admin administrador usuario user teste test login acesso entrar convidado guest root
master mestre qwerty welcome bemvindo secret segredo secreta letmein abracadabra changeme mudar trocar default padrao
brasil brazil saopaulo goiania riodejaneiro salvador recife manaus cuiaba fortaleza curitiba portoalegre brasilia
flamengo corinthians palmeiras vasco santos gremio internacional inter cruzeiro atletico botafogo fluminense bahia
sport vitoria goias vilanova timao mengao verdao tricolor neymar ronaldo ronaldinho pele messi futebol football soccer
barbearia barbeiro barber barba cabelo cabeleireiro naregua regua navalha tesoura corte degrade salao
amor amorzinho amoreterno teamo euteamo meuamor minhavida vida vidaloka princesa principe rainha linda lindo gatinha
gatinho bebe neném mamae papai mae pai familia filho filha feliz felicidade saudade paixao coracao flor estrela sol lua
deus jesus jesuscristo deusefiel cristo maria nossasenhora aparecida biblia gloria aleluia senhor espirito anjo fe
love iloveyou lovely sunshine princess angel baby babygirl honey sweet sweety money dinheiro freedom liberdade forever
dragon dragao monkey macaco shadow sombra superman batman spiderman homemaranha pokemon pikachu naruto goku starwars
tiger tigre lion leao eagle aguia wolf lobo cachorro gato cavalo chocolate cookie banana laranja abacaxi cerveja
music musica guitar violao rock metal metallica samba pagode sertanejo funk carnaval praia verao summer winter
spring autumn monday friday segunda sexta domingo janeiro fevereiro dezembro computer computador internet google
facebook instagram whatsapp youtube android iphone samsung windows microsoft minecraft roblox freefire fortnite
counterstrike ferrari porsche mustang harley yamaha honda toyota corolla gol fusca trabalho empresa escola colegio
faculdade professor doutor hacker ninja killer matrix pepper ginger buster charlie jordan hunter ranger soccer hockey
baseball basketball voleibol trustno access whatever nothing something computer matthew jennifer jessica ashley amanda
michelle nicole daniel andrew joshua michael thomas robert william`.split(/\s+/)

const names =
  `ana maria joao jose pedro paulo lucas mateus marcos gabriel rafael miguel arthur davi bernardo heitor samuel
gustavo felipe guilherme rodrigo bruno diego thiago leonardo eduardo fernando carlos antonio francisco luiz luis marcelo
ricardo roberto andre alexandre vinicius caio igor hugo renato sergio fabio leandro anderson wesley wellington washington
julia beatriz larissa leticia camila fernanda juliana mariana amanda bruna aline vanessa patricia sandra adriana carla
daniela gabriela isabela isabella sofia helena alice laura luiza manuela valentina rafaela natalia tatiana priscila
debora raquel sara sarah ester rebeca eduarda vitoria yasmin lorena simone claudia marcia sonia vera lucia tereza rosa
angela cristina paula renata monica luciana viviane jessica tais thais bianca carolina caroline`.split(/\s+/)

const wordEndings = ['', '1', '12', '123', '1234', '123456', '@123']
const nameEndings = ['', '1', '123', '1234', '123456']
const years = Array.from({ length: 36 }, (_, index) => String(1980 + index))

function* walks() {
  const rows = `
    1234567890 0987654321 qwertyuiop poiuytrewq asdfghjkl lkjhgfdsa zxcvbnm mnbvcxz
    abcdefghijklmnopqrstuvwxyz
  `
    .trim()
    .split(/\s+/)
  for (const row of rows)
    for (let from = 0; from < row.length; from++)
      for (let length = 6; from + length <= row.length && length <= 10; length++) yield row.slice(from, from + length)
  yield* `
    1q2w3e 1q2w3e4r 1q2w3e4r5t q1w2e3r4 1qaz2wsx qazwsx qazwsxedc zaq12wsx zaq1zaq1 1qazxsw2 asd123
    qwe123 zxc123 abc123 123abc 123qwe 123asd qwer1234 asdf1234 abcd1234 1234abcd 1234qwer a1b2c3
    a1b2c3d4 aa123456 a123456 123456a p@ssw0rd passw0rd pa$$word adm1n 147258 147258369 159357 159753
    741852 741852963 789456 789456123 456789 321654 987654 963852 852456 142536 102030 10203040 112233
    11223344 1122334455 121212 123123 123123123 12341234 123321 1234554321 123454321 131313 232323 101010
    202020 696969 010203 01020304 0102030405 246810 13579 135790 112358 314159 007007 123456789a 1234567a
    12345a 123mudar mudar123
  `
    .trim()
    .split(/\s+/)
}

function* repeats() {
  for (const character of '0123456789abcdefghijklmnopqrstuvwxyz')
    for (let length = 6; length <= 10; length++) yield character.repeat(length)
  for (const piece of [
    'ab',
    'abc',
    'xyz',
    'qwe',
    'asd',
    'aaa111',
    '12',
    '21',
    '69',
    '123a',
    'ana',
    'lol',
    'haha',
    'kkk',
    'rs',
  ])
    for (const times of [2, 3, 4]) yield piece.repeat(times)
}

function* birthdays() {
  for (const year of years) for (const day of ['0101', '2512', '1212', '1010']) yield day + year
  for (const day of ['0101', '1212', '2512']) for (const year of years) yield day + year.slice(2)
}

function* combinations() {
  for (const word of words) for (const ending of wordEndings) yield word + ending
  for (const name of names) for (const ending of nameEndings) yield name + ending
}

const fold = (text: string) => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
const all = [...walks(), ...repeats(), ...birthdays(), ...combinations()].map(fold).filter((entry) => entry.length >= 6)
const sorted = [...new Set(all)].sort()
writeFileSync(
  new URL('../server/src/features/accounts/common-passwords.txt', import.meta.url),
  `${sorted.join('\n')}\n`,
)
process.stdout.write(`${sorted.length} passwords\n`)
