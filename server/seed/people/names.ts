import type { Random } from '../random.ts'

const words = (text: string) => text.split(' ')

const men = words(
  'Rafael Lucas Gabriel Matheus Pedro João Thiago Bruno Felipe Gustavo Rodrigo Diego André Leonardo Marcelo Eduardo Vinícius Caio Igor Renato Fábio Márcio Alexandre Danilo Murilo Otávio Henrique Samuel Wesley Everton Anderson Cleiton Jefferson Wellington Davi Enzo Nicolas Arthur Heitor Bernardo Raul Tiago Cristiano Sérgio Paulo Marcos Antônio Francisco Raimundo Severino Moacir Benedito Kauê Ubiratan Iago Ruan Yuri Kleber Nilton Osvaldo Edson Gilson Hélio Ivan Jairo Laerte Mauro Nelson Orlando Plínio Rogério Sandro Tadeu Valdir Wagner Zacarias Emanuel Luan Breno Elias Josué Natan Ezequiel Akira Kenji Hugo Noah Ravi Ítalo Adriano',
)
const women = words(
  'Ana Beatriz Camila Daniela Elisa Fernanda Giovana Helena Isabela Juliana Larissa Mariana Natália Patrícia Renata Sofia Tatiane Vanessa Aline Bruna Carla Débora Jéssica Letícia Luana Priscila Raquel Sabrina Simone Yasmin',
)
const surnames = words(
  'Silva Souza Oliveira Santos Pereira Lima Ferreira Costa Rodrigues Almeida Nascimento Carvalho Araújo Ribeiro Gomes Martins Rocha Barbosa Alves Cardoso Teixeira Moreira Correia Cavalcanti Dias Castro Campos Freitas Vieira Monteiro Mendes Nunes Pinto Ramos Machado Lopes Farias Batista Duarte Azevedo Borges Moura Peixoto Siqueira Assis Queiroz Andrade Tavares Brandão Guimarães Fonseca Sales Bezerra Coelho Pacheco Xavier Nogueira Figueiredo Amaral Leite Prado Macedo Valente Tanaka Nakamura Bianchi Rossi Schmidt Weber Kowalski Haddad',
)

export function fullName(random: Random, womenShare: number): string {
  const isWoman = random.chance(womenShare)
  const first = random.pick(isWoman ? women : men)
  const last = random.pick(surnames)
  const middle = random.chance(0.25) ? `${random.pick(surnames)} ` : ''
  return middle.trim() === last ? `${first} ${last}` : `${first} ${middle}${last}`
}

export function isWoman(name: string) {
  return women.includes(name.split(' ', 1)[0] ?? '')
}

export function slug(name: string) {
  return name
    .normalize('NFD')
    .replaceAll(/[^A-Za-z ]/g, '')
    .toLowerCase()
    .replaceAll(' ', '.')
}
