"""Names of controls whose effect cannot be taken back, in the languages of many pages."""

import re
from collections.abc import Iterable

APART = re.compile(r"[\W_]+")
# Whole words, whatever their case. Languages that write without spaces are looked for anywhere in the name.
WORDS = (
    # English
    *("delete", "deletes", "deleting", "remove", "erase", "destroy", "discard", "wipe", "purge", "trash", "revoke"),
    *("terminate", "deactivate", "uninstall", "unsubscribe", "empty", "overwrite", "truncate", "cancel order"),
    *("cancel subscription", "close account", "clear all", "factory reset"),
    # German
    *("löschen", "lösche", "entfernen", "entferne", "vernichten", "verwerfen", "kündigen", "stornieren", "widerrufen"),
    *("leeren", "zurücksetzen", "deaktivieren", "deinstallieren"),
    # French
    *("supprimer", "effacer", "retirer", "détruire", "révoquer", "résilier", "vider", "désactiver", "désinstaller"),
    # Spanish
    *("eliminar", "borrar", "suprimir", "quitar", "destruir", "descartar", "revocar", "vaciar", "desactivar"),
    # Italian
    *("elimina", "eliminare", "cancella", "cancellare", "rimuovi", "rimuovere", "distruggi", "revoca", "svuota"),
    # Portuguese
    *("excluir", "apagar", "remover", "deletar", "descartar", "revogar", "esvaziar"),
    # Dutch
    *("verwijderen", "verwijder", "vernietigen", "intrekken", "opzeggen", "leegmaken"),
    # Swedish, Danish, Norwegian, Finnish
    *("radera", "ta bort", "förkasta", "slet", "slett", "slette", "fjern", "fjerne", "poista", "tyhjennä"),
    # Polish, Czech, Hungarian, Romanian
    *("usuń", "usunąć", "skasuj", "wyczyść", "smazat", "odstranit", "törlés", "eltávolítás", "șterge"),
    # Russian, Ukrainian, Bulgarian, Greek
    *("удалить", "стереть", "очистить", "уничтожить", "видалити", "стерти", "изтриване", "изтрий", "διαγραφή"),
    # Turkish, Indonesian, Vietnamese
    *("sil", "kaldır", "temizle", "hapus", "buang", "xóa", "gỡ bỏ"),
    # Arabic, Persian, Hebrew, Hindi
    *("حذف", "إزالة", "مسح", "پاک کردن", "מחק", "מחיקה", "הסר", "हटाएं", "हटाएँ", "मिटाएं"),
)
UNSPACED = (
    "删除",
    "刪除",
    "移除",
    "清空",
    "清除",
    "销毁",
    "註銷",
    "注销",
    "削除",
    "消去",
    "破棄",
    "解約",
    "삭제",
    "제거",
    "비우기",
    "ลบ",
)


SEGMENTS = frozenset(("delete", "remove", "destroy", "erase", "purge", "trash", "revoke", "unsubscribe"))


def is_destructive_path(path: str) -> bool:
    """Whether an address says so: `/orders/7/delete/`."""
    return not SEGMENTS.isdisjoint(APART.split(path.casefold()))


def is_destructive_name(*names: str, more: Iterable[str] = ()) -> bool:
    """Whether one of the names says delete or the like; `more` are words a page adds."""
    added = [_spoken(word) for word in more if word.strip()]
    return any(_says_so(name, added) for name in names if name)


def _says_so(name: str, added: Iterable[str]) -> bool:
    spoken = _spoken(name)
    if not _SINGLE.isdisjoint(spoken.split()):
        return True
    return any(word in spoken for words in (_PHRASES, UNSPACED, added) for word in words)


def _spoken(text: str) -> str:
    """Its words with a space around each."""
    # Turkish has two letters i, and capitals of both; told apart here, a capital would match neither.
    folded = text.casefold().replace("ı", "i").replace("\u0307", "")
    return f" {APART.sub(' ', folded).strip()} "


# A page has hundreds of names, each looked at several times: what can be known of the words is known beforehand.
_SINGLE = frozenset(spoken.strip() for spoken in map(_spoken, WORDS) if " " not in spoken.strip())
_PHRASES = tuple(spoken for spoken in map(_spoken, WORDS) if " " in spoken.strip())
