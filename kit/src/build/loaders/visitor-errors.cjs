const OPERATOR_TEXT = /^(\s*(?:why|fix):)\s*(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"),$/gm;

/**
 * Empties the texts of an error catalogue that no visitor is shown (`why` and `fix`): they are for operators and their
 * logs.
 */
module.exports = function visitorErrors(source) {
  return source.replace(OPERATOR_TEXT, "$1 '',");
};
